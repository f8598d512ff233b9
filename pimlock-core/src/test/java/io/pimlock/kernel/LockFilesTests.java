package io.pimlock.kernel;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.pimlock.kernel.LockFileException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The contract of {@link LockFiles}, run against every implementation.
 */
class LockFilesTests {

	private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-r-----");

	@TempDir
	Path directory;

	static Stream<LockFiles> all() {
		NativeConstants constants = NativeConstants.forThisPlatform();
		List<LockFiles> all = new ArrayList<>(List.of(new ChannelLockFiles()));
		for (NativeCalls calls : bindings()) {
			all.add(new PosixLockFiles(constants, calls, FileStatuses.PORTABLE, FileEvents.NONE));
			all.add(new PosixLockFiles(constants, calls, new LinuxFileStatuses(calls, constants), FileEvents.NONE));
		}
		return all.stream();
	}

	private static List<NativeCalls> bindings() {
		NativeCalls jna = new NativeCalls(new JnaFunctions());
		return (Runtime.version().feature() < 22) ? List.of(jna)
				: List.of(jna, new NativeCalls(new ForeignFunctions()));
	}

	@Test
	void newerJavaNeedsNoJna() {
		assumeThat(Runtime.version().feature()).as("the Foreign Function API is final since Java 22")
			.isGreaterThanOrEqualTo(22);
		assertThat(NativeBindings.bind(Runtime.version().feature())).isInstanceOf(ForeignFunctions.class);
	}

	private static void assertFails(Reason reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable step) {
		assertThatExceptionOfType(LockFileException.class).isThrownBy(step)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(reason));
	}

	@ParameterizedTest
	@MethodSource("all")
	void createsOnceWithItsMode(LockFiles files) throws Exception {
		Path file = this.directory.resolve("file");
		files.create(file, MODE).close();
		assertThat(file).isEmptyFile();
		assertThat(Files.getPosixFilePermissions(file)).isEqualTo(MODE);
		assertFails(Reason.EXISTS, () -> files.create(file, MODE));
		assertFails(Reason.EXISTS, () -> files.createWithContent(file, new byte[1], MODE));
		assertThat(file).isEmptyFile();
		assertFails(Reason.MISSING, () -> files.create(this.directory.resolve("no/file"), MODE));
	}

	@ParameterizedTest
	@MethodSource("all")
	void opensOnlyWhatIsThere(LockFiles files) throws Exception {
		Path file = this.directory.resolve("file");
		assertFails(Reason.MISSING, () -> files.open(file));
		assertFails(Reason.MISSING, () -> files.openReadOnly(file));
		assertThat(files.read(file, 10)).isNull();
		assertThat(files.status(file)).isNull();
		assertThat(file).doesNotExist();
		Files.createSymbolicLink(this.directory.resolve("link"), file);
		assertFails(Reason.NOT_REGULAR, () -> files.open(this.directory.resolve("link")));
		assertFails(Reason.NOT_REGULAR, () -> files.open(this.directory));
		assertThat(files.status(this.directory.resolve("link")).type()).isEqualTo(FileStatus.Type.SYMBOLIC_LINK);
		assertThat(files.target(this.directory.resolve("link"))).isNull();
		assertThat(files.target(this.directory).type()).isEqualTo(FileStatus.Type.DIRECTORY);
	}

	@ParameterizedTest
	@MethodSource("all")
	void readsAndOverwritesTheBeginning(LockFiles files) throws Exception {
		Path file = this.directory.resolve("file");
		try (LockFile opened = files.create(file, MODE)) {
			opened.write("abcdef".getBytes(StandardCharsets.UTF_8));
			opened.write("XY".getBytes(StandardCharsets.UTF_8));
			assertThat(opened.read(100)).asString(StandardCharsets.UTF_8).isEqualTo("XYcdef");
			assertThat(opened.read(3)).asString(StandardCharsets.UTF_8).isEqualTo("XYc");
		}
		assertThat(files.read(file, 4)).asString(StandardCharsets.UTF_8).isEqualTo("XYcd");
	}

	@ParameterizedTest
	@MethodSource("all")
	void linksAndDeletesNames(LockFiles files) throws Exception {
		Path file = this.directory.resolve("file");
		Path link = this.directory.resolve("link");
		files.createWithContent(file, "1\n".getBytes(StandardCharsets.UTF_8), MODE);
		files.link(file, link);
		assertThat(files.status(link).isSameFileAs(files.status(file))).isTrue();
		assertFails(Reason.EXISTS, () -> files.link(file, link));
		assertThat(files.changed(link)).isNotNull();
		Path other = Files.writeString(this.directory.resolve("renamed"), "old");
		files.rename(link, other);
		assertThat(other).hasContent("1\n");
		assertThat(link).doesNotExist();
		assertFails(Reason.MISSING, () -> files.rename(link, other));
		files.link(file, link);
		files.delete(file);
		assertThat(link).hasContent("1\n");
		assertFails(Reason.MISSING, () -> files.delete(file));
		assertFails(Reason.MISSING, () -> files.link(file, this.directory.resolve("other")));
		Files.createDirectory(file);
		assertThatExceptionOfType(LockFileException.class).isThrownBy(() -> files.delete(file));
		assertThat(file).isDirectory();
	}

	@ParameterizedTest
	@MethodSource("all")
	void descriptorsOfOneProcessExcludeEachOther(LockFiles files) throws Exception {
		Path file = this.directory.resolve("file");
		files.create(file, MODE).close();
		try (LockFile first = files.open(file); LockFile second = files.open(file)) {
			assertThat(first.status().isSameFileAs(files.status(file))).isTrue();
			assertThat(first.tryLock(LockMode.EXCLUSIVE)).isTrue();
			assertThat(second.tryLock(LockMode.EXCLUSIVE)).isFalse();
			assertThat(second.tryLock(LockMode.SHARED)).isFalse();
			first.unlock();
			assertThat(second.tryLock(LockMode.EXCLUSIVE)).isTrue();
			second.close();
			assertThat(first.tryLock(LockMode.EXCLUSIVE)).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void closedFileStaysClosed(LockFiles files) throws Exception {
		Path file = this.directory.resolve("file");
		LockFile closed = files.create(file, MODE);
		closed.close();
		try (LockFile successor = files.open(file)) {
			// would close the successor if it reused the number of its descriptor
			closed.close();
			assertThat(successor.tryLock(LockMode.EXCLUSIVE)).isTrue();
		}
		assertThatExceptionOfType(LockFileException.class).isThrownBy(() -> closed.read(1));
	}

	@Test
	void readingOrClosingTheFileElsewhereKeepsTheKernelLock() throws Exception {
		LockFiles files = LockFiles.system();
		Path file = this.directory.resolve("file");
		try (LockFile held = files.create(file, MODE)) {
			held.tryLock(LockMode.EXCLUSIVE);
			Files.readString(file);
			files.read(file, 10);
			files.open(file).close();
			assertThat(new ProcessBuilder("flock", "-n", file.toString(), "true").start().waitFor()).isOne();
			held.unlock();
			assertThat(new ProcessBuilder("flock", "-n", file.toString(), "true").start().waitFor()).isZero();
		}
	}

	@Test
	void sharedLocksGoTogether() throws Exception {
		LockFiles files = LockFiles.system();
		Path file = this.directory.resolve("file");
		files.create(file, MODE).close();
		try (LockFile first = files.openReadOnly(file); LockFile second = files.openReadOnly(file)) {
			assertThat(first.tryLock(LockMode.SHARED)).isTrue();
			assertThat(second.tryLock(LockMode.SHARED)).isTrue();
			try (LockFile third = files.open(file)) {
				assertThat(third.tryLock(LockMode.EXCLUSIVE)).isFalse();
			}
		}
	}

	@Test
	void specialFilesDoNotBlock() throws Exception {
		Path fifo = this.directory.resolve("fifo");
		assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
		LockFiles files = LockFiles.system();
		assertThat(files.status(fifo).type()).isEqualTo(FileStatus.Type.OTHER);
		assertThatNoException().isThrownBy(() -> files.openReadOnly(fifo).close());
	}

	@Test
	void numbersAreThoseOfTheHeaders() throws Exception {
		// Python took them from the C compiler's headers
		Process python = new ProcessBuilder("python3", "-c",
				"import os, errno; print(os.O_CREAT, os.O_EXCL, os.O_NOFOLLOW, os.O_NONBLOCK, os.O_CLOEXEC,"
						+ " errno.EWOULDBLOCK, errno.ELOOP, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EDQUOT)")
			.start();
		NativeConstants c = NativeConstants.forThisPlatform();
		assertThat(new String(python.getInputStream().readAllBytes()).strip())
			.isEqualTo("%d %d %d %d %d %d %d %d %d %d %d".formatted(c.create(), c.exclusive(), c.noFollow(),
					c.nonBlocking(), c.closeOnExec(), c.wouldBlock(), c.tooManySymlinks(), c.noLocks(),
					c.notSupported(), c.noSystemCall(), c.quotaExceeded()));
	}

	@Test
	void unknownPlatformIsRefused() {
		assertThatExceptionOfType(io.pimlock.NativeAccessException.class)
			.isThrownBy(() -> NativeConstants.of("Linux", "i386"))
			.withMessageContaining("i386");
	}

	@Test
	void missingNativeLibraryIsExplained() throws Exception {
		assumeThat(Runtime.version().feature()).as("Java 22 and later unpack nothing").isLessThan(22);
		Process jvm = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Djna.tmpdir=/proc/none",
				"-Djava.io.tmpdir=/proc/none", "-Djna.nosys=true", "-cp", System.getProperty("java.class.path"),
				SystemLockFilesMain.class.getName())
			.redirectErrorStream(true)
			.start();
		assertThat(new String(jvm.getInputStream().readAllBytes())).contains("NativeAccessException")
			.contains("-Djna.tmpdir")
			.contains("noexec");
	}

	/**
	 * Tries to reach the native library, twice, because the first failure must not turn
	 * into another one.
	 */
	static final class SystemLockFilesMain {

		public static void main(String[] args) {
			try {
				LockFiles.system();
			}
			catch (io.pimlock.NativeAccessException ex) {
				LockFiles.system();
			}
		}

	}

	@Test
	void linuxSaysTheSameAsJava() throws Exception {
		NativeConstants constants = NativeConstants.forThisPlatform();
		Path file = Files.writeString(this.directory.resolve("file"), "12345");
		Files.createSymbolicLink(this.directory.resolve("link"), file);
		for (LinuxCalls binding : bindings()) {
			LinuxFileStatuses linux = new LinuxFileStatuses(binding, constants);
			assertThat(linux.work()).isTrue();
			for (Path path : List.of(file, this.directory.resolve("link"), this.directory, Path.of("/dev/null"))) {
				assertSame(linux.of(path), FileStatuses.PORTABLE.of(path));
				assertSame(linux.ofTarget(path), FileStatuses.PORTABLE.ofTarget(path));
				assertThat(linux.changed(path)).isEqualTo(FileStatuses.PORTABLE.changed(path));
			}
			assertThat(linux.of(this.directory.resolve("none"))).isNull();
			assertFails(Reason.NOT_A_DIRECTORY, () -> linux.of(file.resolve("none")));
			assertFails(Reason.OTHER, () -> linux.ofDescriptor(9999, file));
		}
	}

	private static void assertSame(FileStatus linux, FileStatus java) {
		assertThat(linux.identity()).hasToString(java.identity().toString());
		assertThat(linux.type()).isEqualTo(java.type());
		assertThat(linux.size()).isEqualTo(java.size());
		assertThat(linux.modified()).isEqualTo(java.modified());
	}

}
