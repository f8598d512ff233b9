package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockInterruptedException;
import io.pimlock.BucketLockService;
import io.pimlock.LockKind;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WaitingTests {

	private static final Duration LONG = Duration.ofMinutes(4);

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(5)));

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() throws Exception {
		assertThat(this.pimlock.waitingLocks()).isEmpty();
		assertThat(this.pimlock.heldLocks()).isEmpty();
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	@Test
	void fiftyThreadsEachGetTheirTurnInOrderOfArrival() throws Exception {
		List<Integer> turns = Collections.synchronizedList(new ArrayList<>());
		List<Thread> threads = new ArrayList<>();
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			for (int i = 0; i < 50; i++) {
				int number = i;
				threads.add(OtherThread.start(() -> {
					try (BucketLock mine = this.buckets.acquire(this.bucket, LONG)) {
						turns.add(number);
					}
				}));
				OtherThread.awaitWaiting(this.pimlock, i + 1);
				awaitQueued(threads.get(i));
			}
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(turns).hasSize(50).isSorted();
	}

	/** First for its turn in this JVM, then for the bucket: one wait to whoever looks. */
	@Test
	void listsAThreadAllTheTimeThatItWaits() throws Exception {
		List<Integer> listed = Collections.synchronizedList(new ArrayList<>());
		AtomicReference<Pimlock> engine = new AtomicReference<>();
		AtomicReference<Thread> second = new AtomicReference<>();
		LockFiles files = new ForwardingLockFiles() {

			@Override
			public LockFile open(Path file) throws LockFileException {
				if (Thread.currentThread() == second.get()) {
					listed.add(engine.get().waitingLocks().size());
				}
				return super.open(file);
			}

		};
		try (Pimlock watched = new FilePimlock(PimlockOptions::defaults, files)) {
			engine.set(watched);
			Files.writeString(this.bucket.resolve(".lock"), "1\n");
			Thread first = OtherThread.start(() -> assertThatExceptionOfType(BucketLockInterruptedException.class)
				.isThrownBy(() -> watched.buckets().acquire(this.bucket, LONG)));
			OtherThread.awaitWaiting(watched, 1);
			second.set(OtherThread.start(() -> watched.buckets().acquire(this.bucket, LONG).close()));
			OtherThread.awaitWaiting(watched, 2);
			awaitQueued(second.get());
			first.interrupt();
			first.join();
			Awaitility.await().atMost(LONG).until(() -> !listed.isEmpty());
			Files.delete(this.bucket.resolve(".lock"));
			second.get().join();
			assertThat(watched.waitingLocks()).isEmpty();
		}
		assertThat(listed).containsOnly(1);
	}

	@Test
	void threadsNeverOverlap() throws Exception {
		LockPeer.Counter.create(this.bucket);
		ExecutorService threads = Executors.newFixedThreadPool(8);
		AtomicInteger overlaps = new AtomicInteger();
		try {
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				all.add(threads.submit(() -> {
					for (int n = 0; n < 250; n++) {
						try (BucketLock lock = this.buckets.acquire(this.bucket, LONG)) {
							overlaps.addAndGet(LockPeer.Counter.increment(this.bucket));
						}
					}
					return null;
				}));
			}
			for (Future<?> one : all) {
				one.get(4, TimeUnit.MINUTES);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(overlaps).hasValue(0);
		assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(2000);
	}

	@Test
	void twoCallersOfSeveralBucketsDoNotWaitForEachOther() throws Exception {
		Path a = Files.createDirectory(this.bucket.resolve("a"));
		Path b = Files.createDirectory(this.bucket.resolve("b"));
		CountDownLatch start = new CountDownLatch(2);
		List<Thread> threads = new ArrayList<>();
		AtomicInteger rounds = new AtomicInteger();
		for (List<Path> order : List.of(List.of(a, b), List.of(b, a))) {
			threads.add(OtherThread.start(() -> {
				start.countDown();
				start.await();
				for (int i = 0; i < 300; i++) {
					try (BucketLock lock = this.buckets.acquireAll(order, LONG)) {
						rounds.incrementAndGet();
					}
				}
			}));
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(rounds).hasValue(600);
	}

	@Test
	void waitingThreadIsListed() throws Exception {
		Thread waiter;
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			waiter = OtherThread.start(() -> this.buckets.acquire(this.bucket, LONG).close());
			OtherThread.awaitWaiting(this.pimlock, 1);
			assertThat(this.buckets.waitingLocks()).singleElement().satisfies((waiting) -> {
				assertThat(waiting.kind()).isEqualTo(LockKind.BUCKET);
				assertThat(waiting.thread()).isEqualTo("other");
				assertThat(waiting.path()).isEqualTo(this.bucket);
				assertThat(waiting.bucketId()).isEqualTo(this.bucket.getFileName().toString());
				assertThat(waiting.since()).isAfterOrEqualTo(lock.acquiredAt());
			});
		}
		waiter.join();
	}

	@Test
	void interruptWhileQueueingEndsTheWaitAndKeepsTheFlag() throws Exception {
		Thread waiter;
		AtomicInteger interrupted = new AtomicInteger();
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			waiter = OtherThread.start(() -> {
				assertThatExceptionOfType(BucketLockInterruptedException.class)
					.isThrownBy(() -> this.buckets.acquire(this.bucket, LONG));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				interrupted.incrementAndGet();
			});
			OtherThread.awaitWaiting(this.pimlock, 1);
			waiter.interrupt();
			waiter.join();
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(interrupted).hasValue(1);
		this.buckets.acquire(this.bucket, Duration.ZERO).close();
	}

	@Test
	void interruptWhileWaitingForAnotherProgramEndsTheWait() throws Exception {
		Files.writeString(this.bucket.resolve(".lock"), "1\n");
		AtomicInteger interrupted = new AtomicInteger();
		Thread waiter = OtherThread.start(() -> {
			assertThatExceptionOfType(BucketLockInterruptedException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, LONG));
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
			interrupted.incrementAndGet();
		});
		OtherThread.awaitWaiting(this.pimlock, 1);
		waiter.interrupt();
		waiter.join();
		assertThat(interrupted).hasValue(1);
		Files.delete(this.bucket.resolve(".lock"));
		this.buckets.acquire(this.bucket, Duration.ZERO).close();
	}

	@Test
	void interruptOnEntryRefusesAWaitButNotASingleAttempt() throws Exception {
		OtherThread.run(() -> {
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(BucketLockInterruptedException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, LONG));
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
			this.buckets.acquire(this.bucket, Duration.ZERO).close();
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
			Files.writeString(this.bucket.resolve(".lock"), "1\n");
			assertThat(this.buckets.tryAcquire(this.bucket)).isEmpty();
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
			Files.delete(this.bucket.resolve(".lock"));
		});
	}

	@Test
	void interruptWhileHoldingChangesNothing() throws Exception {
		OtherThread.run(() -> {
			BucketLock lock = this.buckets.acquire(this.bucket);
			Thread.currentThread().interrupt();
			assertThat(lock.isIntact()).isTrue();
			try (PeerProcess peer = PeerProcess.program("sh", "-c",
					"exec flock -n '" + this.bucket.resolve(".lock.guard") + "' true; echo $?")) {
				Thread.interrupted();
				assertThat(peer.awaitExit()).isEqualTo(1);
			}
			Thread.currentThread().interrupt();
			lock.close();
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		});
	}

	@Test
	void timeSpentQueueingCounts() throws Exception {
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			Thread first = OtherThread.start(() -> assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(300))));
			OtherThread.awaitWaiting(this.pimlock, 1);
			OtherThread.run(() -> assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(100)))
				.satisfies((busy) -> assertThat(busy.waited()).isBetween(Duration.ofMillis(100), LONG)));
			first.join();
		}
	}

	@Test
	void waiterThatGaveUpDoesNotSwallowTheNextTurn() throws Exception {
		for (int round = 0; round < 30; round++) {
			Thread gaveUp;
			Thread next;
			try (BucketLock lock = this.buckets.acquire(this.bucket)) {
				gaveUp = OtherThread.start(() -> {
					try {
						this.buckets.acquire(this.bucket, Duration.ofMillis(3)).close();
					}
					catch (BucketBusyException ex) {
						// the usual case; the hand-over may also have been faster
					}
				});
				next = OtherThread.start(() -> this.buckets.acquire(this.bucket, LONG).close());
				OtherThread.awaitWaiting(this.pimlock, 1);
				Thread.sleep(round % 6);
			}
			gaveUp.join();
			next.join();
		}
	}

	@Test
	void hugeTimeoutsAreForever() throws Exception {
		this.buckets.acquire(this.bucket, Duration.ofSeconds(Long.MAX_VALUE)).close();
		this.buckets.acquire(this.bucket, Duration.ofSeconds(-5)).close();
	}

	@Test
	void bucketsOutOfUseLeaveNothingBehind() throws Exception {
		for (int i = 0; i < 2000; i++) {
			Path one = Files.createDirectory(this.bucket.resolve("b" + i));
			this.buckets.acquire(one).close();
		}
		assertThat(SlotTable.PROCESS.size()).isZero();
		assertThat(this.pimlock.heldLocks()).isEmpty();
	}

	private static void awaitQueued(Thread thread) {
		org.awaitility.Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.pollInterval(Duration.ofMillis(1))
			.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
	}

}
