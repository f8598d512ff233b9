package io.pimlock.file;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import io.pimlock.HeldLock;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.kernel.LockFileException;
import org.jspecify.annotations.Nullable;

/*
 * States of a hold, all changes under its mutex, which is never held while waiting for
 * anybody:
 *
 *   HELD       handles > 0, the claim is on disk
 *   RELEASING  the last handle was closed; that thread alone takes the claim down
 *   RELEASED   nothing is left; the slot's permit has been passed on
 *   BLOCKED    the flag cannot be removed: guard and slot stay taken until the JVM ends
 *   SWEPT      the JVM is ending: the flag is gone, the guard stays until the kernel
 *              takes it, so that no Pimlock process gets in before
 *
 * HELD -> RELEASING -> RELEASED or BLOCKED; HELD or BLOCKED -> SWEPT. Only the owner
 * thread re-enters, and a re-entry raises the number of handles before it looks at the
 * disk, so the hold cannot be released meanwhile.
 */
/**
 * One tenure of a bucket by this process: from the first acquisition of a thread until
 * the last handle on it is closed.
 */
final class Hold {

	private static final AtomicLong NUMBERS = new AtomicLong();

	private final ReentrantLock mutex = new ReentrantLock();

	private final long number = NUMBERS.incrementAndGet();

	private final Bucket bucket;

	private final List<LockListener> listeners;

	private final String thread = Thread.currentThread().getName();

	private final Instant acquiredAt = Instant.now();

	private final long acquiredNanos = System.nanoTime();

	private final long token;

	private volatile @Nullable Thread owner = Thread.currentThread();

	private volatile BucketClaim claim;

	private State state = State.HELD;

	private int handles = 1;

	Hold(Bucket bucket, BucketClaim claim, List<LockListener> listeners) {
		this.bucket = bucket;
		this.claim = claim;
		this.token = claim.token();
		this.listeners = listeners;
	}

	Bucket bucket() {
		return this.bucket;
	}

	/** Who is told of the hold's end: those who were told of its beginning. */
	List<LockListener> listeners() {
		return this.listeners;
	}

	/** The name of the thread that acquired it. */
	String thread() {
		return this.thread;
	}

	/** The thread that may re-enter, null once it gave that up. */
	@Nullable Thread owner() {
		return this.owner;
	}

	void disown() {
		this.owner = null;
	}

	Instant acquiredAt() {
		return this.acquiredAt;
	}

	long token() {
		return this.token;
	}

	Duration heldFor() {
		return Duration.ofNanos(System.nanoTime() - this.acquiredNanos);
	}

	BucketClaim claim() {
		return this.claim;
	}

	/** Only while a handle is open. */
	void replaceClaim(BucketClaim claim) {
		this.claim = claim;
	}

	/**
	 * Adds a handle for the owner thread.
	 * @return false if the thread is not the owner or the hold is ending
	 */
	boolean enter() {
		if (Thread.currentThread() != this.owner) {
			return false;
		}
		this.mutex.lock();
		try {
			if (this.state != State.HELD) {
				return false;
			}
			this.handles++;
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Takes a handle away.
	 * @return true if it was the last: then the caller has to release the claim and say
	 * so with {@link #ended}
	 */
	boolean leave() {
		this.mutex.lock();
		try {
			if (this.state == State.HELD && this.handles == 1) {
				this.state = State.RELEASING;
				return true;
			}
			this.handles--;
			return false;
		}
		finally {
			this.mutex.unlock();
		}
	}

	void ended(boolean blocked) {
		this.mutex.lock();
		try {
			this.state = blocked ? State.BLOCKED : State.RELEASED;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Takes the flag down because the JVM ends, if nobody works under it.
	 * @param idle whether that is known of a hold that nobody has given back
	 */
	void sweep(boolean idle) {
		this.mutex.lock();
		try {
			if (this.state == State.BLOCKED || (this.state == State.HELD && idle)) {
				this.state = State.SWEPT;
				this.claim.unpublish();
			}
		}
		catch (LockFileException ex) {
			// the next acquirer removes it
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Looks at it, on disk too.
	 * @return what is held, or null while it is being given back, or after that
	 */
	@Nullable HeldLock look() {
		this.mutex.lock();
		try {
			return switch (this.state) {
				case HELD -> snapshot(isIntact());
				case BLOCKED -> snapshot(false);
				default -> null;
			};
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether the lock can be relied on.
	 */
	boolean isIntact() {
		this.mutex.lock();
		try {
			return this.state == State.HELD && this.claim.isIntact();
		}
		catch (LockFileException ex) {
			return false;
		}
		finally {
			this.mutex.unlock();
		}
	}

	HeldLock snapshot(boolean intact) {
		this.mutex.lock();
		try {
			return new HeldLock("b" + this.number, LockKind.BUCKET, this.bucket.id(), this.bucket.directory(),
					this.thread, this.acquiredAt, this.handles, this.token, intact);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private enum State {

		HELD, RELEASING, RELEASED, BLOCKED, SWEPT

	}

}
