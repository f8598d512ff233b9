package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.process.ProcessIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The pid file is written in part, or not at all.
 */
class TornStampTests {

	private static final String SELF = ProcessHandle.current().pid() + "\n";

	private final TearingLockFiles files = new TearingLockFiles();

	private final Pimlock pimlock = new FilePimlock(PimlockOptions::defaults, this.files);

	@TempDir
	Path bucket;

	/** How many bytes of the stamp are written. */
	static IntStream lengths() {
		return IntStream.rangeClosed(0, SELF.length());
	}

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private Path stamp() {
		return this.bucket.resolve(".lock.stamp");
	}

	private BucketLock acquireAtOnce() {
		return this.pimlock.buckets().acquire(this.bucket, Duration.ZERO);
	}

	private void assertCompleteAgain() throws Exception {
		try (BucketLock lock = acquireAtOnce()) {
			assertThat(flag()).hasContent(SELF);
			assertThat(stamp()).hasContent(SELF);
			assertThat(lock.isIntact()).isTrue();
			assertThat(new ProcessBuilder("flock", "-n", this.bucket.resolve(".lock.guard").toString(), "true").start()
				.waitFor()).isOne();
		}
		assertThat(flag()).doesNotExist();
	}

	@ParameterizedTest
	@MethodSource("lengths")
	void stampThatCouldNotBeWrittenIsNeverPublished(int written) throws Exception {
		for (boolean usedBefore : new boolean[] { false, true }) {
			if (usedBefore) {
				acquireAtOnce().close();
				Files.delete(stamp());
			}
			this.files.tear(".lock.stamp", written,
					new LockFileException("write", stamp(), Reason.NO_SPACE, "No space left on device"));
			assertThatExceptionOfType(BucketLockIoException.class).isThrownBy(this::acquireAtOnce)
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.NO_SPACE));
			assertThat(flag()).doesNotExist();
			assertThat(Files.size(stamp())).isEqualTo(written);
			assertCompleteAgain();
		}
	}

	@ParameterizedTest
	@MethodSource("lengths")
	void stampOfAProcessThatDiedWhileWritingIsNeverPublished(int written) throws Exception {
		acquireAtOnce().close();
		Files.write(stamp(), Arrays.copyOf(Files.readAllBytes(stamp()), written));
		// even if that process had been this very one
		try (LockFile guard = this.files.open(this.bucket.resolve(".lock.guard"))) {
			guard.write(GuardRecordFormat.format(new GuardRecord(GuardRecord.State.PENDING, false,
					ProcessIdentity.current(), "", 7, StampPublisher.identity(this.files.status(stamp())))));
		}
		assertCompleteAgain();
	}

	@Test
	void errorWhileTheStampIsWrittenLeavesNothingLocked() throws Exception {
		for (Throwable error : new Throwable[] { new OutOfMemoryError("test"), new IllegalStateException("test"),
				new StackOverflowError("test") }) {
			Files.deleteIfExists(stamp());
			this.files.tear(".lock.stamp", 1, error);
			assertThatThrownBy(this::acquireAtOnce).isSameAs(error);
			assertThat(flag()).doesNotExist();
			assertThat(SlotTable.PROCESS.size()).isZero();
			assertThat(new ProcessBuilder("flock", "-n", this.bucket.resolve(".lock.guard").toString(), "true").start()
				.waitFor()).isZero();
			assertCompleteAgain();
		}
	}

	@Test
	void slowFilesystemWithoutHardLinksIsLockedAllTheSame() throws Exception {
		this.files.refuseLinks = true;
		// more than the grain of a filesystem's times: stamp and flag have different ones
		this.files.pauseAfterCreation = Duration.ofMillis(30);
		assertCompleteAgain();
		assertThat(this.files.created).containsExactly(".lock.stamp", ".lock");
	}

	@ParameterizedTest
	@ValueSource(strings = { ".lock.stamp", ".lock" })
	void withoutHardLinksNeitherFileIsLeftHalfWritten(String name) throws Exception {
		this.files.refuseLinks = true;
		acquireAtOnce().close();
		this.files.tear(name, -1, new LockFileException("write", flag(), Reason.NO_SPACE, "No space left on device"));
		assertThatExceptionOfType(BucketLockIoException.class).isThrownBy(this::acquireAtOnce)
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.NO_SPACE));
		assertThat(flag()).doesNotExist();
		assertCompleteAgain();
	}

	@Test
	void halfWrittenRecordIsNoRecord() throws Exception {
		for (int written = 0; written < 400; written += 7) {
			acquireAtOnce().close();
			Files.delete(stamp());
			this.files.tearNextRecord(written);
			assertThatExceptionOfType(BucketLockIoException.class).isThrownBy(this::acquireAtOnce);
			assertThat(flag()).doesNotExist();
			assertCompleteAgain();
		}
	}

	/** Lets one creation of a file, or one write of the record, stop half-way. */
	private static final class TearingLockFiles extends ForwardingLockFiles {

		private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");

		private String torn = "";

		private int written;

		private Throwable failure;

		private int recordWritten = -1;

		private final List<String> created = new ArrayList<>();

		boolean refuseLinks;

		Duration pauseAfterCreation = Duration.ZERO;

		/** A negative number of bytes: the file is removed again. */
		void tear(String name, int written, Throwable failure) {
			this.torn = name;
			this.written = written;
			this.failure = failure;
		}

		void tearNextRecord(int written) {
			this.recordWritten = written;
		}

		@Override
		public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
				throws LockFileException {
			if (!file.endsWith(this.torn)) {
				super.createWithContent(file, content, permissions);
				this.created.add(file.getFileName().toString());
				pause();
				return;
			}
			this.torn = "";
			if (this.written >= 0) {
				super.createWithContent(file, Arrays.copyOf(content, this.written), MODE);
			}
			if (this.failure instanceof LockFileException refusal) {
				throw refusal;
			}
			if (this.failure instanceof Error error) {
				throw error;
			}
			throw (RuntimeException) this.failure;
		}

		private void pause() {
			try {
				TimeUnit.NANOSECONDS.sleep(this.pauseAfterCreation.toNanos());
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void link(Path existing, Path link) throws LockFileException {
			if (this.refuseLinks) {
				throw new LockFileException("link", link, Reason.PERMISSION, "Operation not permitted");
			}
			super.link(existing, link);
		}

		@Override
		public LockFile open(Path file) throws LockFileException {
			return new ForwardingLockFile(super.open(file)) {
				@Override
				public void write(long position, byte[] content) throws LockFileException {
					int stop = TearingLockFiles.this.recordWritten;
					if (stop < 0) {
						super.write(position, content);
						return;
					}
					TearingLockFiles.this.recordWritten = -1;
					super.write(position, Arrays.copyOf(content, Math.min(stop, content.length)));
					throw new LockFileException("write", file, Reason.NO_SPACE, "No space left on device");
				}
			};
		}

	}

}
