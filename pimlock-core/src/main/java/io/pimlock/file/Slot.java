package io.pimlock.file;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/*
 * The permit is free, or with one thread (or hold). While it is not free, threads queue.
 * Whoever gives the permit back passes it to the head of the queue under the mutex, with
 * the claim on disk if it is handed over; so a thread in the queue either is still in it,
 * and may leave, or has been granted the permit, and then has it, even if its deadline
 * passed or it was interrupted at that moment: a permit, and a claim, always has exactly
 * one owner. The mutex is never held while waiting for anybody.
 */
/**
 * The place of one bucket in this process: at most one thread at a time has its permit,
 * and only that thread contends for the bucket on disk. The others queue in order of
 * arrival.
 */
final class Slot {

	/** Should an unpark get lost because something went badly wrong. */
	private static final long LONGEST_PARK_NANOS = 1_000_000_000;

	private final ReentrantLock mutex = new ReentrantLock();

	/**
	 * One that keeps its order even if there is no memory for another element; null until
	 * somebody queues, which few slots see.
	 */
	private @Nullable Queue<Turn> queue;

	private boolean taken;

	private volatile @Nullable Hold hold;

	/** How many threads and holds refer to the slot; {@link SlotTable} guards it. */
	int users;

	/**
	 * Takes the permit if it is free.
	 * @return whether the turn was granted
	 */
	boolean takeAtOnce(Turn turn) {
		this.mutex.lock();
		try {
			if (!this.taken) {
				this.taken = true;
				turn.grant(null);
			}
			return turn.isGranted();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Queues for the permit.
	 * @return true if the turn was granted, false if the deadline passed first
	 * @throws InterruptedException if the thread was interrupted first
	 */
	boolean take(Turn turn, Deadline deadline) throws InterruptedException {
		enqueue(turn);
		while (!turn.isGranted()) {
			boolean interrupted = Thread.interrupted();
			if ((interrupted || deadline.isOver()) && withdraw(turn)) {
				if (interrupted) {
					throw new InterruptedException();
				}
				return false;
			}
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
			else {
				LockSupport.parkNanos(this, Math.min(deadline.remainingNanos(), LONGEST_PARK_NANOS));
			}
		}
		return true;
	}

	/**
	 * Gives back whatever a turn has come to whose thread does not use it: its place in
	 * the queue, or the permit, and with it what was handed over.
	 */
	void giveBack(Turn turn) {
		withdraw(turn);
		if (turn.isGranted()) {
			try {
				BucketClaim claim = turn.claim();
				if (claim != null) {
					claim.abandon();
				}
			}
			finally {
				pass();
			}
		}
	}

	private void enqueue(Turn turn) {
		this.mutex.lock();
		try {
			if (this.taken) {
				if (this.queue == null) {
					this.queue = new ConcurrentLinkedQueue<>();
				}
				this.queue.add(turn);
			}
			else {
				this.taken = true;
				turn.grant(null);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** Whether the turn was still in the queue. */
	private boolean withdraw(Turn turn) {
		this.mutex.lock();
		try {
			return this.queue != null && this.queue.remove(turn);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** Passes the permit on to the thread that has queued longest. */
	void pass() {
		Turn next;
		this.mutex.lock();
		try {
			this.hold = null;
			next = (this.queue != null) ? this.queue.poll() : null;
			this.taken = next != null;
			if (next != null) {
				next.grant(null);
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (next != null) {
			LockSupport.unpark(next.thread());
		}
	}

	/**
	 * Passes the permit on together with the hold on disk.
	 * @param from what the holder had
	 * @param to what the next thread gets
	 * @return false if nobody queues who would take it; then nothing was passed on
	 */
	boolean handOver(BucketClaim from, BucketClaim to) {
		Turn next;
		this.mutex.lock();
		try {
			next = (this.queue != null) ? this.queue.peek() : null;
			if (next == null || !next.accepts(to)) {
				return false;
			}
			withdraw(next);
			this.hold = null;
			from.passOn();
			next.grant(to);
		}
		finally {
			this.mutex.unlock();
		}
		LockSupport.unpark(next.thread());
		return true;
	}

	/** Whether somebody queues. */
	boolean isAwaited() {
		this.mutex.lock();
		try {
			return this.queue != null && !this.queue.isEmpty();
		}
		finally {
			this.mutex.unlock();
		}
	}

	void occupy(Hold hold) {
		this.hold = hold;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

}
