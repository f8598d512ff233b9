package io.pimlock.file;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The place of one bucket in this process: at most one thread at a time has its permit,
 * and only that thread contends for the bucket on disk. The others queue in order of
 * arrival.
 */
final class Slot {

	private final Semaphore permit = new Semaphore(1, true);

	private volatile @Nullable Hold hold;

	/** How many threads and holds refer to the slot; {@link SlotTable} guards it. */
	int users;

	/**
	 * Takes the permit if it is free and nobody queues for it.
	 */
	boolean takeAtOnce() {
		return !this.permit.hasQueuedThreads() && this.permit.tryAcquire();
	}

	/**
	 * Queues for the permit.
	 * @return false if the deadline passed first
	 */
	boolean take(Deadline deadline) throws InterruptedException {
		return this.permit.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
	}

	/** Passes the permit on to the thread that has queued longest. */
	void pass() {
		this.permit.release();
	}

	void occupy(Hold hold) {
		this.hold = hold;
	}

	void vacate() {
		this.hold = null;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

}
