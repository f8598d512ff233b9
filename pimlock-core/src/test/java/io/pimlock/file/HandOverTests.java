package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.Pimlock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what happens when a thread gives a bucket back for which another thread of
 * the same process waits.
 */
class HandOverTests {

	private static final Duration LONG = Duration.ofMinutes(4);

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		assertThat(this.pimlock.heldLocks()).isEmpty();
		assertThat(this.pimlock.waitingLocks()).isEmpty();
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	@Test
	void nextThreadTakesOverWithoutTouchingTheDisk() {
		// a thread that is slow to queue comes when the tenure is over
		Awaitility.await()
			.atMost(LONG)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> flagSurvivesHandOver(this.pimlock, this.pimlock));
	}

	@Test
	void limitOfZeroGivesTheBucketBackEveryTime() throws Exception {
		try (Pimlock never = FilePimlock.create(PimlockOptions.defaults().withHandOverLimit(0))) {
			for (int round = 0; round < 20; round++) {
				assertThat(flagSurvivesHandOver(never, never)).isFalse();
			}
		}
	}

	@Test
	void otherApplicationOfThisProcessPublishesItsOwnName() throws Exception {
		try (Pimlock orders = FilePimlock.create(PimlockOptions.defaults().withApplication("orders"))) {
			for (int round = 0; round < 20; round++) {
				assertThat(flagSurvivesHandOver(this.pimlock, orders)).isFalse();
			}
			try (BucketLock lock = orders.buckets().acquire(this.bucket)) {
				assertThat(this.pimlock.buckets().inspect(this.bucket).holder().orElseThrow().application())
					.isEqualTo("orders");
			}
		}
	}

	/**
	 * Whether it still was the same link, never removed, when the other thread had it.
	 */
	private boolean flagSurvivesHandOver(Pimlock first, Pimlock second) throws Exception {
		CompletableFuture<Boolean> survived = new CompletableFuture<>();
		BucketLock held = first.buckets().acquire(this.bucket);
		Object before = changed();
		Thread other = OtherThread.start(() -> {
			try (BucketLock lock = second.buckets().acquire(this.bucket, LONG)) {
				survived.complete(before.equals(changed()) && lock.isIntact()
						&& lock.fencingToken() > held.fencingToken() && second.heldLocks().size() == 1);
			}
		});
		Awaitility.await()
			.atMost(LONG)
			.pollInterval(Duration.ofNanos(200_000))
			.until(() -> other.getState() == Thread.State.TIMED_WAITING);
		// the clock of the filesystem may be coarse
		Thread.sleep(survived.isDone() ? 0 : 5);
		held.close();
		other.join();
		return survived.get(1, TimeUnit.MINUTES);
	}

	/** When the flag's number of links last changed, and so the flag itself. */
	private Object changed() throws Exception {
		return Files.getAttribute(this.bucket.resolve(".lock"), "unix:ctime", LinkOption.NOFOLLOW_LINKS);
	}

	@Test
	void otherProcessesAreExcludedThroughout() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			BucketLock first = this.pimlock.buckets().acquire(this.bucket);
			CompletableFuture<BucketLock> second = new CompletableFuture<>();
			OtherThread.start(() -> second.complete(this.pimlock.buckets().acquire(this.bucket, LONG)));
			OtherThread.awaitWaiting(this.pimlock, 1);
			first.close();
			BucketLock held = second.get(1, TimeUnit.MINUTES);
			first.close();
			assertThat(peer.ask("acquire " + this.bucket + " 0")).isEqualTo("busy " + ProcessHandle.current().pid());
			assertThat(held.isIntact()).isTrue();
			assertThat(first.isIntact()).isFalse();
			held.close();
			assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			assertThat(peer.ask("release")).isEqualTo("released");
		}
	}

	@Test
	void lostLockIsReportedAndNotHandedOver() throws Exception {
		for (String lost : List.of(".lock", ".lock.guard")) {
			BucketLock first = this.pimlock.buckets().acquire(this.bucket);
			CompletableFuture<Boolean> intact = new CompletableFuture<>();
			OtherThread.start(() -> {
				try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket, LONG)) {
					intact.complete(lock.isIntact());
				}
			});
			OtherThread.awaitWaiting(this.pimlock, 1);
			Files.delete(this.bucket.resolve(lost));
			assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(first::close);
			assertThat(intact.get(1, TimeUnit.MINUTES)).isTrue();
			Awaitility.await().until(() -> this.pimlock.heldLocks().isEmpty());
		}
	}

	@Test
	void closedEngineGivesBackWhatItWasHanded() throws Exception {
		Pimlock closing = FilePimlock.create(PimlockOptions.defaults());
		BucketLock first = this.pimlock.buckets().acquire(this.bucket);
		Thread waiter = OtherThread.start(() -> assertThatExceptionOfType(io.pimlock.PimlockClosedException.class)
			.isThrownBy(() -> closing.buckets().acquire(this.bucket, LONG)));
		OtherThread.awaitWaiting(closing, 1);
		closing.close();
		first.close();
		waiter.join();
		this.pimlock.buckets().acquire(this.bucket, Duration.ZERO).close();
	}

}
