package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import io.pimlock.HeldLock;
import io.pimlock.LockKind;
import io.pimlock.Pimlock;
import io.pimlock.PimlockClosedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class BucketLockTests {

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path parent;

	private Path bucket;

	@BeforeEach
	void createBucket() throws Exception {
		this.bucket = Files.createDirectory(this.parent.resolve("tenant-7"));
	}

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	@Test
	void writesPidWithModeAndRemovesItAtRelease() throws Exception {
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			assertThat(flag()).hasContent(ProcessHandle.current().pid() + "\n");
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(flag()))).isEqualTo("rw-------");
			assertThat(lock.bucket()).isEqualTo(this.bucket);
			assertThat(lock.bucketId()).isEqualTo("tenant-7");
			assertThat(lock.isIntact()).isTrue();
			assertThat(lock.members()).containsExactly(lock);
		}
		assertThat(flag()).doesNotExist();
		assertThat(this.bucket.resolve(".lock.guard")).exists();
	}

	@Test
	void permissionsApplyWhateverTheUmaskSays() throws Exception {
		try (Pimlock shared = FilePimlock
			.create(PimlockOptions.defaults().withFilePermissions(PosixFilePermissions.fromString("rw-rw-rw-")));
				BucketLock lock = shared.buckets().acquire(this.bucket)) {
			for (String file : List.of(".lock", ".lock.guard", ".lock.stamp")) {
				assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(this.bucket.resolve(file))))
					.isEqualTo("rw-rw-rw-");
			}
		}
	}

	@Test
	void sameThreadReentersAndLastHandleReleases() {
		BucketLock outer = this.buckets.acquire(this.bucket);
		BucketLock inner = this.buckets.acquire(this.bucket, Duration.ZERO);
		assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
		assertThat(this.pimlock.heldLocks()).singleElement().extracting(HeldLock::holdCount).isEqualTo(2);
		outer.close();
		assertThat(flag()).exists();
		assertThat(inner.isIntact()).isTrue();
		assertThat(outer.isIntact()).isFalse();
		inner.close();
		assertThat(flag()).doesNotExist();
	}

	@Test
	void anotherThreadIsRefusedAndToldWhoHolds() throws Exception {
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			String holder = Thread.currentThread().getName();
			OtherThread.run(() -> assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(50)))
				.satisfies((busy) -> {
					assertThat(busy.holdingPid()).isEqualTo(ProcessHandle.current().pid());
					assertThat(busy.bucketId()).isEqualTo("tenant-7");
					assertThat(busy.bucket()).contains(this.bucket);
					assertThat(busy.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
				})
				.withMessageContaining("thread '" + holder + "' of this JVM")
				.withMessageContaining("'tenant-7'")
				.withMessageNotContaining(this.bucket.toString()));
		}
	}

	@Test
	void tryAcquireIsEmptyOnContentionOnly() throws Exception {
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			OtherThread.run(() -> assertThat(this.buckets.tryAcquire(this.bucket)).isEmpty());
		}
		Optional<BucketLock> free = this.buckets.tryAcquire(this.bucket);
		assertThat(free).isPresent();
		free.get().close();
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.tryAcquire(this.parent.resolve("missing")));
	}

	@Test
	void handleMayBeClosedByAnotherThread() throws Exception {
		BucketLock lock = this.buckets.acquire(this.bucket);
		OtherThread.run(lock::close);
		assertThat(flag()).doesNotExist();
		OtherThread.run(() -> this.buckets.acquire(this.bucket, Duration.ZERO).close());
	}

	@Test
	void closingAgainNeverTouchesASuccessor() throws Exception {
		BucketLock first = this.buckets.acquire(this.bucket);
		first.close();
		try (BucketLock second = this.buckets.acquire(this.bucket)) {
			first.close();
			assertThat(second.isIntact()).isTrue();
			assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
		}
	}

	@Test
	void callAndRunReleaseWhateverTheBodyDoes() throws Exception {
		assertThat(this.buckets.<String>call(this.bucket, () -> {
			assertThat(flag()).exists();
			return "result";
		})).isEqualTo("result");
		assertThat(flag()).doesNotExist();
		assertThatIllegalStateException().isThrownBy(() -> this.buckets.run(this.bucket, () -> {
			throw new IllegalStateException("body");
		})).withMessage("body");
		assertThat(flag()).doesNotExist();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.buckets.call(this.bucket, () -> {
			throw new InterruptedException("the body's own");
		})).withMessage("the body's own");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.buckets.run(this.bucket, () -> {
			throw new AssertionError("body");
		}));
		assertThat(flag()).doesNotExist();
	}

	@Test
	void equivalentPathsAreOneLock() throws Exception {
		Path link = Files.createSymbolicLink(this.parent.resolve("link"), this.parent);
		List<Path> names = List.of(this.parent.resolve("./tenant-7"), this.parent.resolve("tenant-7/../tenant-7"),
				link.resolve("tenant-7"), Path.of("").toAbsolutePath().relativize(this.bucket.toRealPath()));
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			for (Path name : names) {
				OtherThread.run(() -> assertThat(this.buckets.tryAcquire(name)).as("%s", name).isEmpty());
				try (BucketLock again = this.buckets.acquire(name, Duration.ZERO)) {
					assertThat(again.fencingToken()).isEqualTo(lock.fencingToken());
				}
			}
		}
	}

	@Test
	void differentBucketsDoNotExcludeEachOther() throws Exception {
		Path other = Files.createDirectory(this.parent.resolve("other"));
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			OtherThread.run(() -> this.buckets.acquire(other, Duration.ZERO).close());
		}
	}

	@Test
	void twoEnginesOfOneJvmAreOneProcess() throws Exception {
		try (Pimlock second = FilePimlock.create(PimlockOptions.defaults())) {
			try (BucketLock lock = this.buckets.acquire(this.bucket)) {
				OtherThread.run(() -> assertThat(second.buckets().tryAcquire(this.bucket)).isEmpty());
				assertThat(second.heldLocks()).isEmpty();
				BucketLock reentered = second.buckets().acquire(this.bucket, Duration.ZERO);
				assertThat(second.heldLocks()).hasSize(1);
				second.close();
				assertThat(reentered.isIntact()).isFalse();
				assertThat(lock.isIntact()).isTrue();
			}
		}
	}

	@Test
	void heldLocksDescribeTheHold() {
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			assertThat(this.pimlock.heldLocks()).isEqualTo(this.buckets.heldLocks())
				.singleElement()
				.satisfies((held) -> {
					assertThat(held.kind()).isEqualTo(LockKind.BUCKET);
					assertThat(held.bucketId()).isEqualTo("tenant-7");
					assertThat(held.path()).isEqualTo(this.bucket);
					assertThat(held.thread()).isEqualTo(Thread.currentThread().getName());
					assertThat(held.fencingToken()).isEqualTo(lock.fencingToken()).isPositive();
					assertThat(held.acquiredAt()).isEqualTo(lock.acquiredAt());
					assertThat(held.holdCount()).isOne();
					assertThat(held.intact()).isTrue();
				});
		}
		assertThat(this.pimlock.heldLocks()).isEmpty();
	}

	@Test
	void acquireAllTakesEachDirectoryOnce() throws Exception {
		Path a = Files.createDirectory(this.parent.resolve("a"));
		Path b = Files.createDirectory(this.parent.resolve("b"));
		try (BucketLock lock = this.buckets.acquireAll(List.of(b, a, b, this.parent.resolve("./a")), Duration.ZERO)) {
			assertThat(lock.members()).hasSize(2);
			assertThat(lock.isIntact()).isTrue();
			OtherThread.run(() -> {
				assertThat(this.buckets.tryAcquire(a)).isEmpty();
				assertThat(this.buckets.tryAcquire(b)).isEmpty();
			});
		}
		assertThat(this.pimlock.heldLocks()).isEmpty();
	}

	@Test
	void acquireAllHoldsNothingWhenOneIsBusy() throws Exception {
		Path a = Files.createDirectory(this.parent.resolve("a"));
		try (BucketLock lock = this.buckets.acquire(a)) {
			OtherThread.run(() -> {
				assertThatExceptionOfType(BucketBusyException.class)
					.isThrownBy(() -> this.buckets.acquireAll(List.of(this.bucket, a), Duration.ZERO));
				assertThat(flag()).doesNotExist();
			});
			assertThatExceptionOfType(BucketValidationException.class).isThrownBy(
					() -> this.buckets.acquireAll(List.of(this.bucket, this.parent.resolve("missing")), Duration.ZERO));
			assertThat(flag()).doesNotExist();
		}
	}

	@Test
	void acquireAllRefusesNothing() {
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.acquireAll(List.of(), Duration.ZERO));
	}

	@Test
	void closedEngineReleasesItsLocksAndRefusesNewOnes() {
		BucketLock lock = this.buckets.acquire(this.bucket);
		this.pimlock.close();
		assertThat(flag()).doesNotExist();
		assertThat(lock.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::ensureIntact);
		assertThatExceptionOfType(BucketLockLostException.class).as("its user has to know").isThrownBy(lock::close);
		lock.close();
		assertThatExceptionOfType(PimlockClosedException.class).isThrownBy(() -> this.buckets.acquire(this.bucket));
		this.pimlock.close();
	}

	@Test
	void handleThatMovesOnIsDetachedFromItsThread() throws Exception {
		BucketLock lock = this.buckets.acquire(this.bucket).detach();
		assertThat(this.buckets.tryAcquire(this.bucket)).isEmpty();
		assertThat(lock.isIntact()).isTrue();
		assertThat(this.pimlock.heldLocks()).singleElement()
			.extracting(HeldLock::thread)
			.isEqualTo(Thread.currentThread().getName());
		OtherThread.run(lock::close);
		this.buckets.acquire(this.bucket, Duration.ZERO).close();
	}

	@Test
	void settingsThatCannotBeReadDoNotKeepALockFromItsRelease() {
		AtomicBoolean broken = new AtomicBoolean();
		Pimlock fragile = FilePimlock.create(() -> {
			if (broken.get()) {
				throw new IllegalStateException("settings");
			}
			return PimlockOptions.defaults();
		});
		BucketLock first = fragile.buckets().acquire(this.bucket);
		broken.set(true);
		assertThatIllegalStateException().isThrownBy(() -> fragile.buckets().acquire(this.bucket));
		first.close();
		assertThat(flag()).doesNotExist();
		this.buckets.acquire(this.bucket, Duration.ZERO).close();
	}

	@Test
	void engineClosedDuringReentriesLeavesNothingHeld() throws Exception {
		for (int round = 0; round < 200; round++) {
			Pimlock closing = FilePimlock.create(PimlockOptions.defaults());
			try (BucketLock outer = this.buckets.acquire(this.bucket)) {
				Thread closer = OtherThread.start(closing::close);
				try {
					BucketLock inner = closing.buckets().acquire(this.bucket, Duration.ZERO);
					closer.join();
					assertThat(inner.isIntact()).isFalse();
				}
				catch (PimlockClosedException ex) {
					closer.join();
				}
				assertThat(closing.heldLocks()).isEmpty();
				assertThat(this.pimlock.heldLocks()).singleElement().extracting(HeldLock::holdCount).isEqualTo(1);
				assertThat(outer.isIntact()).isTrue();
			}
		}
	}

	@Test
	void lockBeingGivenBackIsNotCalledLost() throws Exception {
		Thread worker = OtherThread.start(() -> {
			while (!Thread.currentThread().isInterrupted()) {
				this.buckets.acquire(this.bucket, Duration.ZERO).close();
			}
		});
		for (int i = 0; i < 3000; i++) {
			assertThat(this.pimlock.heldLocks()).allMatch(HeldLock::intact);
			assertThat(this.buckets.inspect(this.bucket).explanation()).doesNotContain("removed or replaced");
		}
		worker.interrupt();
		worker.join();
	}

	@Test
	void closingTheEngineEndsWaits() throws Exception {
		Pimlock other = FilePimlock.create(PimlockOptions.defaults());
		AtomicBoolean refused = new AtomicBoolean();
		Thread waiter;
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			waiter = OtherThread.start(() -> {
				assertThatExceptionOfType(PimlockClosedException.class)
					.isThrownBy(() -> other.buckets().acquire(this.bucket, Duration.ofMinutes(2)));
				refused.set(true);
			});
			OtherThread.awaitWaiting(other, 1);
			other.close();
		}
		waiter.join();
		assertThat(refused).isTrue();
		assertThat(flag()).doesNotExist();
	}

}
