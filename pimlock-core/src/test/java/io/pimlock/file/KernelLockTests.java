package io.pimlock.file;

import java.io.FileInputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What keeps the kernel lock, and what happens where it cannot be trusted.
 */
@EnabledOnOs(OS.LINUX)
class KernelLockTests {

	private static final long SELF = ProcessHandle.current().pid();

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)));

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path guard() {
		return this.bucket.resolve(".lock.guard");
	}

	private int flock() {
		return Mounts.run("flock", "-n", guard().toString(), "true").exit();
	}

	/**
	 * A lock of fcntl(2), which Java's channels take, would be gone after the first of
	 * these.
	 */
	@Test
	void nothingThatThisJvmDoesWithTheFilesUnlocksThem() throws Exception {
		Mounts.requireProgram("flock", "util-linux");
		Mounts.requireProgram("python3", "python3");
		try (PeerProcess peer = Jvms.lockPeer(); BucketLock lock = this.buckets.acquire(this.bucket)) {
			List<OtherThread.Body> touches = List.of(this::readEverything, this::lockThroughChannels,
					this::refuseOtherThreads, this::useAnotherEngine,
					() -> this.buckets.acquire(this.bucket, Duration.ZERO).close(),
					() -> KernelLockCheck.run(this.bucket), () -> this.buckets.inspect(this.bucket),
					this.pimlock::heldLocks, System::gc);
			for (OtherThread.Body touch : touches) {
				touch.run();
				assertThat(flock()).isOne();
				assertThat(peer.ask("acquire " + this.bucket + " 0")).isEqualTo("busy " + SELF);
				assertThat(lock.isIntact()).isTrue();
			}
			try (PeerProcess python = PeerProcess.python("hold", this.bucket.toString())) {
				Thread.sleep(100);
				assertThat(this.bucket.resolve(".lock")).hasContent(SELF + "\n");
				lock.close();
				assertThat(python.answer()).isEqualTo("held");
			}
			assertThat(flock()).isZero();
		}
	}

	private void readEverything() throws Exception {
		for (String name : List.of(".lock", ".lock.guard", ".lock.stamp")) {
			Path file = this.bucket.resolve(name);
			Files.readString(file);
			try (FileInputStream stream = new FileInputStream(file.toFile())) {
				stream.readAllBytes();
			}
			new RandomAccessFile(file.toFile(), "rw").close();
			this.bucket.getFileSystem().provider().newByteChannel(file, Set.of(StandardOpenOption.READ)).close();
			assertThat(Mounts.run("cat", file.toString()).exit()).isZero();
		}
	}

	private void lockThroughChannels() throws Exception {
		for (String name : List.of(".lock", ".lock.guard", ".lock.stamp")) {
			try (FileChannel channel = FileChannel.open(this.bucket.resolve(name), StandardOpenOption.READ,
					StandardOpenOption.WRITE); FileLock other = channel.tryLock()) {
				assertThat(other).as("another kind of lock").isNotNull();
			}
		}
	}

	private void refuseOtherThreads() throws Exception {
		for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(20))) {
			OtherThread.run(() -> assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, wait)));
		}
	}

	private void useAnotherEngine() throws Exception {
		try (Pimlock other = FilePimlock.create(PimlockOptions.defaults())) {
			OtherThread.run(() -> assertThat(other.buckets().tryAcquire(this.bucket)).isEmpty());
			other.buckets().acquire(this.bucket, Duration.ZERO).close();
		}
	}

	@Test
	void checkTellsWhatIsWrongWithTheLock() {
		KernelLockCheck.run(this.bucket, new LyingLockFiles(Lie.NONE));
		assertUnreliable(Lie.ALWAYS_GRANTED, "grants one lock twice");
		assertUnreliable(Lie.ALWAYS_REFUSED, "refuses a lock that nobody holds");
		assertUnreliable(Lie.NEVER_GIVEN_BACK, "keeps a lock that was given back");
		assertUnreliable(Lie.UNSUPPORTED, "Function not implemented");
		assertThat(this.bucket).isEmptyDirectory();
	}

	private void assertUnreliable(Lie lie, String message) {
		assertThatExceptionOfType(BucketLockIoException.class)
			.isThrownBy(() -> KernelLockCheck.run(this.bucket, new LyingLockFiles(lie)))
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.UNSUPPORTED))
			.withMessageContaining(message)
			.withMessageContaining("local filesystem")
			.withMessageNotContaining(this.bucket.toString());
	}

	@Test
	void lockThatIsGrantedTwiceIsRefusedBesideItsHolder() throws Exception {
		try (PeerProcess holder = Jvms.lockPeer();
				Pimlock deceived = new FilePimlock(PimlockOptions::defaults, new LyingLockFiles(Lie.ALWAYS_GRANTED))) {
			assertThat(holder.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			byte[] record = Files.readAllBytes(guard());
			assertThatExceptionOfType(BucketLockIoException.class)
				.isThrownBy(() -> deceived.buckets().acquire(this.bucket, Duration.ofMinutes(4)))
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.UNSUPPORTED))
				.withMessageContaining("process " + holder.pid() + " still runs and holds it");
			assertThat(this.bucket.resolve(".lock")).hasContent(holder.pid() + "\n");
			assertThat(guard()).hasBinaryContent(record);
			assertThat(holder.ask("release")).isEqualTo("released");
		}
	}

	/** The record that was read first says that whatever flag is there is our own. */
	@Test
	void holderThatComesBetweenTwoLooksIsNotRobbedEvenIfTheLockIsGrantedTwice() throws Exception {
		AtomicBoolean armed = new AtomicBoolean();
		try (PeerProcess holder = Jvms.lockPeer()) {
			LyingLockFiles files = new LyingLockFiles(Lie.ALWAYS_GRANTED) {

				@Override
				public @Nullable FileStatus status(Path file) throws LockFileException {
					if (file.endsWith(".lock") && armed.getAndSet(false)) {
						try {
							assertThat(holder.ask("acquire " + file.getParent() + " 0")).startsWith("acquired");
						}
						catch (InterruptedException ex) {
							throw new IllegalStateException(ex);
						}
					}
					return super.status(file);
				}

			};
			try (Pimlock deceived = new FilePimlock(PimlockOptions::defaults, files)) {
				deceived.buckets().acquire(this.bucket).close();
				armed.set(true);
				assertThatExceptionOfType(BucketLockIoException.class)
					.isThrownBy(() -> deceived.buckets().acquire(this.bucket, Duration.ZERO))
					.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.UNSUPPORTED));
				assertThat(armed).isFalse();
				assertThat(this.bucket.resolve(".lock")).hasContent(holder.pid() + "\n");
				assertThat(holder.ask("release")).isEqualTo("released");
			}
		}
	}

	@ParameterizedTest
	@EnumSource(value = Reason.class, names = { "UNSUPPORTED", "RESOURCE_LIMIT", "OTHER" })
	void lockThatFailsIsNeverTakenForALock(Reason reason) {
		LyingLockFiles files = new LyingLockFiles(Lie.UNSUPPORTED);
		files.reason = reason;
		try (Pimlock unlocked = new FilePimlock(PimlockOptions::defaults, files)) {
			assertThatExceptionOfType(BucketLockIoException.class)
				.isThrownBy(() -> unlocked.buckets().acquire(this.bucket, Duration.ofMinutes(4)))
				.satisfies((ex) -> assertThat(ex.kind().name()).isEqualTo(reason.name()));
			assertThatExceptionOfType(BucketLockIoException.class)
				.isThrownBy(() -> unlocked.buckets().run(this.bucket, () -> {
					throw new AssertionError("the body runs without a lock");
				}));
		}
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
	}

	/**
	 * What is wrong with the kernel lock.
	 */
	private enum Lie {

		NONE, ALWAYS_GRANTED, ALWAYS_REFUSED, NEVER_GIVEN_BACK, UNSUPPORTED

	}

	/** A filesystem whose kernel lock is not what it seems. */
	private static class LyingLockFiles extends ForwardingLockFiles {

		private final Lie lie;

		private Reason reason = Reason.UNSUPPORTED;

		private LyingLockFiles(Lie lie) {
			this.lie = lie;
		}

		@Override
		public LockFile open(Path file) throws LockFileException {
			return lying(super.open(file), file);
		}

		@Override
		public LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
			return lying(super.create(file, permissions), file);
		}

		private LockFile lying(LockFile opened, Path file) {
			return new ForwardingLockFile(opened) {
				@Override
				public boolean tryLock(LockMode mode) throws LockFileException {
					return switch (LyingLockFiles.this.lie) {
						case ALWAYS_GRANTED -> true;
						case ALWAYS_REFUSED -> false;
						case UNSUPPORTED -> throw new LockFileException("lock", file, LyingLockFiles.this.reason,
								"Function not implemented");
						default -> super.tryLock(mode);
					};
				}

				@Override
				public void unlock() throws LockFileException {
					if (LyingLockFiles.this.lie != Lie.NEVER_GIVEN_BACK) {
						super.unlock();
					}
				}
			};
		}

	}

}
