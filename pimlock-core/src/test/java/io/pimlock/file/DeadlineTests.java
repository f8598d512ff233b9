package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * One deadline for everything that an acquisition waits for. That a wait is no longer is
 * shown by one of several tries, because any machine may stop for a moment.
 */
class DeadlineTests {

	private static final int TRIES = 20;

	private static final Duration TIMEOUT = Duration.ofMillis(400);

	/** How long the first part of a wait takes. */
	private static final Duration FIRST_PART = Duration.ofMillis(300);

	/** Less than the first part and another timeout. */
	private static final Duration TOO_LONG = Duration.ofMillis(600);

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

	/** How long it takes until the acquisition is refused. */
	private Duration wait(Supplier<BucketLock> acquisition) throws Exception {
		AtomicReference<Duration> waited = new AtomicReference<>();
		OtherThread.run(() -> {
			long begin = System.nanoTime();
			assertThatExceptionOfType(BucketBusyException.class).isThrownBy(acquisition::get).satisfies((busy) -> {
				waited.set(Duration.ofNanos(System.nanoTime() - begin));
				assertThat(busy.holdingPid()).isOne();
				assertThat(busy.waited()).isBetween(TIMEOUT, waited.get());
			});
		});
		return waited.get();
	}

	@Test
	void timeInTheQueueOfThisJvmCounts() throws Exception {
		Duration waited = TOO_LONG;
		for (int i = 0; i < TRIES && waited.compareTo(TOO_LONG) >= 0; i++) {
			Path bucket = Files.createDirectory(this.parent.resolve("bucket-" + i));
			BucketLock lock = this.buckets.acquire(bucket, Duration.ZERO);
			// when this thread's turn ends, another program has the bucket
			Files.delete(bucket.resolve(".lock"));
			bucketOfAnotherProgram("bucket-" + i);
			Thread holder = OtherThread.start(() -> {
				Thread.sleep(FIRST_PART.toMillis());
				assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
			});
			waited = wait(() -> this.buckets.acquire(bucket, TIMEOUT));
			holder.join();
		}
		assertThat(waited).isBetween(TIMEOUT, TOO_LONG);
	}

	@Test
	void timeSpentOnTheFirstOfSeveralCounts() throws Exception {
		Duration waited = TOO_LONG;
		for (int i = 0; i < TRIES && waited.compareTo(TOO_LONG) >= 0; i++) {
			List<Path> both = List.of(bucketOfAnotherProgram("a"), bucketOfAnotherProgram("b"));
			Thread program = OtherThread.start(() -> {
				OtherThread.awaitWaiting(this.pimlock, 1);
				Path first = this.pimlock.waitingLocks().get(0).path();
				Thread.sleep(FIRST_PART.toMillis());
				Files.delete(first.resolve(".lock"));
			});
			waited = wait(() -> this.buckets.acquireAll(both, TIMEOUT));
			program.join();
		}
		assertThat(waited).isBetween(TIMEOUT, TOO_LONG);
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

}
