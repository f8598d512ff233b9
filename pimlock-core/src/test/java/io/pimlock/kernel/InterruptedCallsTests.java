package io.pimlock.kernel;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

import io.pimlock.kernel.LockFileException.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * System calls that a signal interrupts (signal(7)), that do a part of the work, or that
 * fail half-way.
 */
@EnabledOnOs({ OS.LINUX, OS.MAC })
class InterruptedCallsTests {

	private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-rw----");

	private static final Integer[] THRICE = { NativeConstants.EINTR, NativeConstants.EINTR, NativeConstants.EINTR };

	private final ScriptedLibC libC = new ScriptedLibC();

	private final NativeConstants constants = NativeConstants.forThisPlatform();

	private final LockFiles files = new PosixLockFiles(this.constants, this.libC, FileStatuses.PORTABLE,
			FileEvents.NONE);

	@TempDir
	Path directory;

	private Path file;

	@BeforeEach
	void createFile() throws Exception {
		this.file = Files.writeString(this.directory.resolve("file"), "0123456789");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	private static void assertFails(Reason reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable step) {
		assertThatExceptionOfType(LockFileException.class).isThrownBy(step)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(reason));
	}

	private boolean isLockedForOthers() throws Exception {
		assumeThat(Files.isExecutable(Path.of("/usr/bin/flock"))).as("flock(1) is missing: apt package util-linux")
			.isTrue();
		return new ProcessBuilder("flock", "-n", this.file.toString(), "true").start().waitFor() == 1;
	}

	@Test
	void openIsRepeated() throws Exception {
		this.libC.fail("open", THRICE);
		try (LockFile opened = this.files.open(this.file)) {
			assertThat(opened.status().isSameFileAs(this.files.status(this.file))).isTrue();
		}
		assertThat(this.libC.count("open")).isEqualTo(4);
		this.libC.fail("open", THRICE);
		this.files.openReadOnly(this.file).close();
		assertThat(this.libC.count("open")).isEqualTo(8);
		this.libC.fail("open", THRICE);
		assertFails(Reason.MISSING, () -> this.files.open(this.directory.resolve("missing")));
		assertThat(this.libC.count("open")).isEqualTo(12);
	}

	@Test
	void creationIsRepeated() throws Exception {
		this.libC.fail("open", THRICE);
		Path created = this.directory.resolve("created");
		this.files.create(created, MODE).close();
		assertThat(created).isEmptyFile();
		assertThat(Files.getPosixFilePermissions(created)).isEqualTo(MODE);
		this.libC.fail("open", THRICE);
		assertFails(Reason.EXISTS, () -> this.files.create(created, MODE));
		assertThat(this.libC.count("open")).isEqualTo(8);
	}

	@ParameterizedTest
	@CsvSource({ "EXCLUSIVE", "SHARED" })
	void lockingAndUnlockingAreRepeated(LockMode mode) throws Exception {
		try (LockFile opened = this.files.open(this.file)) {
			this.libC.fail("flock", THRICE);
			assertThat(opened.tryLock(mode)).isTrue();
			assertThat(this.libC.count("flock")).isEqualTo(4);
			assertThat(isLockedForOthers()).isTrue();
			this.libC.fail("flock", THRICE);
			opened.unlock();
			assertThat(this.libC.count("flock")).isEqualTo(8);
			assertThat(isLockedForOthers()).isFalse();
		}
	}

	@Test
	void refusalAfterAnInterruptionIsARefusal() throws Exception {
		try (LockFile holder = this.files.open(this.file); LockFile other = this.files.open(this.file)) {
			assertThat(holder.tryLock(LockMode.EXCLUSIVE)).isTrue();
			this.libC.fail("flock", THRICE);
			assertThat(other.tryLock(LockMode.EXCLUSIVE)).isFalse();
			assertThat(this.libC.count("flock")).isEqualTo(5);
		}
	}

	@Test
	void readingIsRepeatedAndGoesOnWhereItStopped() throws Exception {
		this.libC.transferAtMost(4).fail("pread", NativeConstants.EINTR, 0, NativeConstants.EINTR, 0);
		try (LockFile opened = this.files.openReadOnly(this.file)) {
			assertThat(opened.read(100)).isEqualTo(bytes("0123456789"));
		}
		assertThat(this.libC.calls()).filteredOn((call) -> call.startsWith("pread"))
			.containsExactly("pread 100 at 0 ", "pread 100 at 0 ", "pread 96 at 4 ", "pread 96 at 4 ", "pread 92 at 8 ",
					"pread 90 at 10 ");
	}

	@Test
	void writingIsRepeatedAndGoesOnWhereItStopped() throws Exception {
		this.libC.transferAtMost(3).fail("pwrite", NativeConstants.EINTR, 0, NativeConstants.EINTR, 0);
		try (LockFile opened = this.files.open(this.file)) {
			opened.write(bytes("abcdefgh"));
		}
		assertThat(this.file).hasContent("abcdefgh89");
		assertThat(this.libC.calls()).filteredOn((call) -> call.startsWith("pwrite"))
			.containsExactly("pwrite 8 at 0 ", "pwrite 8 at 0 ", "pwrite 5 at 3 ", "pwrite 5 at 3 ", "pwrite 2 at 6 ");
	}

	@Test
	void fileIsCreatedWithAllOfItsContentHoweverOftenThatIsInterrupted() throws Exception {
		this.libC.interruptEach(3).transferAtMost(1);
		Path created = this.directory.resolve("created");
		this.files.createWithContent(created, bytes("4711\n"), MODE);
		assertThat(created).hasContent("4711\n");
		assertThat(Files.getPosixFilePermissions(created)).isEqualTo(MODE);
		assertThat(this.files.read(created, 256)).isEqualTo(bytes("4711\n"));
	}

	/**
	 * On Linux the descriptor is gone all the same (close(2)); a second call would close
	 * whatever got its number meanwhile.
	 */
	@Test
	void closingIsNotRepeated() throws Exception {
		LockFile closed = this.files.open(this.file);
		assertThat(closed.tryLock(LockMode.EXCLUSIVE)).isTrue();
		this.libC.fail("close", NativeConstants.EINTR, NativeConstants.EINTR);
		closed.close();
		assertThat(this.libC.count("close")).isOne();
		assertThat(isLockedForOthers()).isFalse();
		try (LockFile successor = this.files.open(this.file)) {
			closed.close();
			assertThat(this.libC.count("close")).isOne();
			assertThat(successor.tryLock(LockMode.EXCLUSIVE)).isTrue();
			assertThat(isLockedForOthers()).isTrue();
		}
		assertThat(this.libC.count("close")).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 4 })
	void fileWhoseContentCannotBeWrittenIsRemovedAgain(int writtenBytes) {
		Path created = this.directory.resolve("created");
		this.libC.transferAtMost(1);
		for (int i = 0; i < writtenBytes; i++) {
			this.libC.fail("pwrite", 0);
		}
		this.libC.fail("pwrite", NativeConstants.ENOSPC);
		assertFails(Reason.NO_SPACE, () -> this.files.createWithContent(created, bytes("4711\n"), MODE));
		assertThat(this.libC.count("pwrite")).isEqualTo(writtenBytes + 1L);
		assertThat(created).doesNotExist();
		assertThat(this.libC.count("close")).isOne();
	}

	@Test
	void writeThatMakesNoProgressEnds() {
		Path created = this.directory.resolve("created");
		this.libC.transferAtMost(0);
		assertFails(Reason.OTHER, () -> this.files.createWithContent(created, bytes("4711\n"), MODE));
		assertThat(created).doesNotExist();
	}

	@Test
	void failureOfTheWriteIsReportedEvenIfTheFileCannotBeRemovedEither() {
		Path created = this.directory.resolve("created");
		this.libC.transferAtMost(1).fail("pwrite", 0, NativeConstants.ENOSPC).fail("unlink", NativeConstants.EIO);
		assertFails(Reason.NO_SPACE, () -> this.files.createWithContent(created, bytes("4711\n"), MODE));
		assertThat(created).hasContent("4");
		assertThat(this.libC.count("close")).isOne();
	}

	@Test
	void errorsOfTheKernelLockAreNamedAndNeverTakenForALock() throws Exception {
		List<Integer> unsupported = List.of(NativeConstants.EINVAL, this.constants.notSupported(),
				this.constants.noSystemCall());
		List<Integer> others = List.of(9, NativeConstants.EIO, NativeConstants.EACCES, this.constants.noLocks());
		try (LockFile opened = this.files.open(this.file)) {
			for (LockMode mode : LockMode.values()) {
				for (int error : unsupported) {
					this.libC.fail("flock", NativeConstants.EINTR, error);
					assertFails(Reason.UNSUPPORTED, () -> opened.tryLock(mode));
				}
				for (int error : others) {
					this.libC.fail("flock", error);
					assertThatExceptionOfType(LockFileException.class).isThrownBy(() -> opened.tryLock(mode))
						.satisfies((ex) -> assertThat(ex.reason()).isNotEqualTo(Reason.UNSUPPORTED));
				}
				this.libC.fail("flock", this.constants.wouldBlock());
				assertThat(opened.tryLock(mode)).isFalse();
			}
			assertThat(isLockedForOthers()).isFalse();
		}
	}

	@Test
	void neverReadsPastTheLimit() throws Exception {
		try (RandomAccessFile large = new RandomAccessFile(this.file.toFile(), "rw")) {
			large.setLength(1L << 32);
		}
		this.libC.transferAtMost(100);
		assertThat(this.files.read(this.file, 256)).hasSize(256).startsWith(bytes("0123456789"));
		assertThat(this.libC.calls()).filteredOn((call) -> call.startsWith("pread"))
			.containsExactly("pread 256 at 0 ", "pread 156 at 100 ", "pread 56 at 200 ");
	}

}
