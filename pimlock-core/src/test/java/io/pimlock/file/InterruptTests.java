package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockInterruptedException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Interrupts at any moment.
 */
class InterruptTests {

	private static final Duration LONG = Duration.ofMinutes(4);

	private final FaultyLockFiles files = new FaultyLockFiles();

	private final Pimlock faulty = new FilePimlock(PimlockOptions::defaults, this.files);

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)));

	private final BucketLockService buckets = this.pimlock.buckets();

	private static PeerProcess peer;

	@TempDir
	Path parent;

	private int count;

	@BeforeAll
	static void startPeer() throws Exception {
		peer = Jvms.lockPeer();
	}

	@AfterAll
	static void endPeer() {
		peer.close();
	}

	@AfterEach
	void leavesNothingBehind() {
		assertThat(Thread.interrupted()).as("left for the next test").isFalse();
		this.faulty.close();
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path newBucket() throws Exception {
		return Files.createDirectory(this.parent.resolve("bucket-" + this.count++));
	}

	/**
	 * A thread that reads or writes through a channel would lose the file, and with it
	 * the lock, at the step at which it is interrupted.
	 */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "RECLAIM_MALFORMED", "HAND_OVER" })
	void interruptAtAnyStepOfAcquisitionAndReleaseChangesNothing(FaultScenario scenario) throws Exception {
		OtherThread.run(() -> {
			int step = 0;
			boolean struck = true;
			while (struck) {
				Path bucket = newBucket();
				scenario.prepare(bucket);
				this.files.arm(++step, false, (name, file) -> Thread.currentThread().interrupt());
				scenario.run(this.faulty.buckets(), bucket);
				struck = this.files.struck();
				this.files.disarm();
				assertThat(Thread.interrupted()).as("%s", this.files.steps()).isEqualTo(struck);
				assertThat(bucket.resolve(".lock")).doesNotExist();
				this.buckets.acquire(bucket, Duration.ZERO).close();
			}
			assertThat(step).isGreaterThan(10);
		});
	}

	@Test
	void interruptAtAnyStepOfAWaitEndsItOrComesTooLate() throws Exception {
		OtherThread.run(() -> {
			List<Boolean> outcomes = new ArrayList<>();
			boolean struck = true;
			while (struck) {
				Path bucket = newBucket();
				Files.writeString(bucket.resolve(".lock"), "1\n");
				this.files.arm(outcomes.size() + 1, false, (name, file) -> Thread.currentThread().interrupt());
				Thread owner = OtherThread.start(() -> {
					Thread.sleep(20);
					Files.delete(bucket.resolve(".lock"));
				});
				try {
					this.faulty.buckets().acquire(bucket, LONG).close();
					struck = this.files.struck();
					outcomes.add(false);
				}
				catch (BucketLockInterruptedException ex) {
					outcomes.add(true);
				}
				this.files.disarm();
				assertThat(Thread.interrupted()).as("%s", this.files.steps()).isEqualTo(struck);
				owner.join();
				assertThat(bucket.resolve(".lock")).doesNotExist();
				assertThat(this.faulty.waitingLocks()).isEmpty();
				this.buckets.acquire(bucket, Duration.ZERO).close();
				// later steps are like these
				struck &= outcomes.size() < 30;
			}
			assertThat(outcomes).contains(true);
		});
	}

	@Test
	void interruptWhileWaitingForAnotherPimlockProcessEndsTheWait() throws Exception {
		Path bucket = newBucket();
		assertThat(peer.ask("acquire " + bucket + " 0")).startsWith("acquired");
		AtomicInteger interrupted = new AtomicInteger();
		for (int i = 0; i < 5; i++) {
			Thread waiter = OtherThread.start(() -> {
				assertThatExceptionOfType(BucketLockInterruptedException.class)
					.isThrownBy(() -> this.buckets.acquire(bucket, LONG));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				interrupted.incrementAndGet();
			});
			OtherThread.awaitWaiting(this.pimlock, 1);
			Thread.sleep(i);
			waiter.interrupt();
			waiter.join();
		}
		assertThat(interrupted).hasValue(5);
		assertThat(this.pimlock.waitingLocks()).isEmpty();
		assertThat(bucket.resolve(".lock")).hasContent(peer.pid() + "\n");
		assertThat(peer.ask("release")).isEqualTo("released");
		this.buckets.acquire(bucket, Duration.ZERO).close();
	}

	/** One thread of this JVM waits for the other process, another queues behind it. */
	@Test
	void threadBehindAnInterruptedOneTakesItsTurn() throws Exception {
		Path bucket = newBucket();
		assertThat(peer.ask("acquire " + bucket + " 0")).startsWith("acquired");
		AtomicInteger acquired = new AtomicInteger();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			threads.add(OtherThread.start(() -> {
				try (BucketLock lock = this.buckets.acquire(bucket, LONG)) {
					acquired.incrementAndGet();
				}
				catch (BucketLockInterruptedException ex) {
					assertThat(Thread.currentThread().isInterrupted()).isTrue();
				}
			}));
			OtherThread.awaitWaiting(this.pimlock, i + 1);
		}
		for (Thread interrupted : threads.subList(0, 3)) {
			interrupted.interrupt();
			interrupted.join();
		}
		assertThat(this.pimlock.waitingLocks()).hasSize(1);
		assertThat(peer.ask("release")).isEqualTo("released");
		threads.get(3).join();
		assertThat(acquired).hasValue(1);
	}

	@Test
	void interruptWhileTheSecondOfSeveralIsWaitedForGivesTheFirstBack() throws Exception {
		Path first = newBucket();
		Path second = newBucket();
		for (Path held : List.of(first, second)) {
			try (BucketLock lock = this.buckets.acquire(held)) {
				Thread waiter = OtherThread.start(() -> assertThatExceptionOfType(BucketLockInterruptedException.class)
					.isThrownBy(() -> this.buckets.acquireAll(List.of(first, second), LONG)));
				OtherThread.awaitWaiting(this.pimlock, 1);
				waiter.interrupt();
				waiter.join();
				assertThat(this.pimlock.heldLocks()).singleElement()
					.satisfies((one) -> assertThat(one.path()).isEqualTo(held));
			}
			this.buckets.acquireAll(List.of(first, second), Duration.ZERO).close();
		}
	}

	@Test
	void interruptedThreadHoldsInspectsReentersAndReleases() throws Exception {
		Path bucket = newBucket();
		BucketLock lock = this.buckets.acquire(bucket);
		Thread.currentThread().interrupt();
		boolean intact = lock.isIntact();
		Status status = this.buckets.inspect(bucket).status();
		this.buckets.acquire(bucket, Duration.ZERO).close();
		this.buckets.acquire(bucket, LONG).close();
		KernelLockCheck.run(bucket);
		int held = this.pimlock.heldLocks().size();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(intact).isTrue();
		assertThat(status).isEqualTo(Status.HELD_HERE);
		assertThat(held).isOne();
		assertThat(peer.ask("acquire " + bucket + " 0")).startsWith("busy");
		Thread.currentThread().interrupt();
		lock.close();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(peer.ask("acquire " + bucket + " 0")).startsWith("acquired");
	}

	@Test
	void interruptsAtRandomMomentsLoseNoTurn() throws Exception {
		Path bucket = newBucket();
		AtomicInteger acquired = new AtomicInteger();
		AtomicInteger interrupted = new AtomicInteger();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			threads.add(OtherThread.start(() -> {
				for (int n = 0; n < 150; n++) {
					try (BucketLock lock = this.buckets.acquire(bucket, LONG)) {
						acquired.incrementAndGet();
					}
					catch (BucketLockInterruptedException ex) {
						interrupted.incrementAndGet();
					}
					Thread.interrupted();
				}
			}));
		}
		while (threads.stream().anyMatch(Thread::isAlive)) {
			threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
			Thread.sleep(0, 100_000);
		}
		assertThat(acquired.get() + interrupted.get()).isEqualTo(600);
		assertThat(acquired).hasPositiveValue();
		assertThat(this.pimlock.heldLocks()).isEmpty();
		assertThat(this.pimlock.waitingLocks()).isEmpty();
		assertThat(bucket.resolve(".lock")).doesNotExist();
		this.buckets.acquire(bucket, Duration.ZERO).close();
	}

}
