package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import io.pimlock.WaitingLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * One deadline for everything that an acquisition waits for. That a wait is no longer is
 * shown by one of several tries, because any machine may stop for a moment.
 */
class DeadlineTests {

	private static final int TRIES = 20;

	private static final Duration TIMEOUT = Duration.ofMillis(600);

	/** How long the first part of a wait takes. */
	private static final Duration FIRST_PART = Duration.ofMillis(400);

	/** Clearly less than the first part and another timeout. */
	private static final Duration TOO_LONG = Duration.ofMillis(850);

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)));

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path parent;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path bucketOfAnotherProgram(String name) throws Exception {
		Path bucket = Files.createDirectories(this.parent.resolve(name));
		Files.writeString(bucket.resolve(".lock"), "1\n");
		return bucket;
	}

	/** Tries until a wait with both parts took no longer than it may. */
	private static void assertNotTooLong(Try oneTry) throws Exception {
		List<Duration> waits = new ArrayList<>();
		for (int i = 0; i < TRIES; i++) {
			Wait wait = oneTry.run(i);
			assertThat(wait.busy().waited()).isBetween(TIMEOUT, wait.measured());
			if (wait.hadBothParts()) {
				waits.add(wait.measured());
				if (wait.measured().compareTo(TOO_LONG) < 0) {
					return;
				}
			}
		}
		assumeThat(waits).as("this machine is too busy: the first part always took all the time").isNotEmpty();
		assertThat(waits).as("waits of at most %s", TIMEOUT).anyMatch((wait) -> wait.compareTo(TOO_LONG) < 0);
	}

	private static Wait wait(Supplier<BucketLock> acquisition) throws Exception {
		AtomicReference<Wait> result = new AtomicReference<>();
		OtherThread.run(() -> {
			long begin = System.nanoTime();
			BucketBusyException busy = catchThrowableOfType(BucketBusyException.class, acquisition::get);
			result.set(new Wait(busy, Duration.ofNanos(System.nanoTime() - begin), true));
		});
		assertThat(result.get().busy()).isNotNull();
		return result.get();
	}

	@Test
	void timeInTheQueueOfThisJvmCounts() throws Exception {
		assertNotTooLong((number) -> {
			Path bucket = Files.createDirectory(this.parent.resolve("bucket-" + number));
			BucketLock lock = this.buckets.acquire(bucket, Duration.ZERO);
			// when this thread's turn ends, another program has the bucket
			Files.delete(bucket.resolve(".lock"));
			bucketOfAnotherProgram("bucket-" + number);
			Thread holder = OtherThread.start(() -> {
				Thread.sleep(FIRST_PART.toMillis());
				assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
			});
			Wait wait = wait(() -> this.buckets.acquire(bucket, TIMEOUT));
			holder.join();
			return wait.withBothParts(wait.busy().holdingPid() == 1);
		});
	}

	@Test
	void timeSpentOnTheFirstOfSeveralCounts() throws Exception {
		assertNotTooLong((number) -> {
			List<Path> both = List.of(bucketOfAnotherProgram("a"), bucketOfAnotherProgram("b"));
			AtomicBoolean over = new AtomicBoolean();
			AtomicReference<Path> first = new AtomicReference<>();
			Thread program = OtherThread.start(() -> {
				List<WaitingLock> waiting = List.of();
				while (waiting.isEmpty() && !over.get()) {
					Thread.sleep(1);
					waiting = this.pimlock.waitingLocks();
				}
				Thread.sleep(FIRST_PART.toMillis());
				for (WaitingLock one : waiting) {
					first.set(one.path());
					Files.delete(one.path().resolve(".lock"));
				}
			});
			Wait wait = wait(() -> this.buckets.acquireAll(both, TIMEOUT));
			over.set(true);
			program.join();
			return wait.withBothParts(first.get() != null && !first.get().endsWith(wait.busy().bucketId()));
		});
	}

	@Test
	void everyThreadInTheQueueHasItsOwnDeadline() throws Exception {
		Path bucket = Files.createDirectory(this.parent.resolve("bucket"));
		try (BucketLock lock = this.buckets.acquire(bucket)) {
			Thread patient = OtherThread.start(() -> this.buckets.acquire(bucket, Duration.ofMinutes(4)).close());
			OtherThread.awaitWaiting(this.pimlock, 1);
			OtherThread.run(() -> {
				for (Duration timeout : List.of(Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(50))) {
					assertThatExceptionOfType(BucketBusyException.class)
						.isThrownBy(() -> this.buckets.acquire(bucket, timeout))
						.satisfies((busy) -> assertThat(busy.waited()).isGreaterThanOrEqualTo(timeout));
				}
			});
			assertThat(this.pimlock.waitingLocks()).hasSize(1);
			assertThat(patient.isAlive()).isTrue();
			lock.close();
			patient.join();
		}
	}

	/**
	 * A wait in vain.
	 *
	 * @param busy how it ended
	 * @param measured how long it took
	 * @param hadBothParts whether its first part was over before its deadline
	 */
	private record Wait(BucketBusyException busy, Duration measured, boolean hadBothParts) {

		Wait withBothParts(boolean hadBothParts) {
			return new Wait(this.busy, this.measured, hadBothParts);
		}

	}

	/**
	 * Waits until that is refused.
	 */
	private interface Try {

		Wait run(int number) throws Exception;

	}

}
