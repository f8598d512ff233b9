package io.pimlock.file;

import java.util.Objects;
import java.util.function.Consumer;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockInterruptedException;
import io.pimlock.BucketLockLostException;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/*
 * An acquisition has two stages under one deadline. First the turn in this process: the
 * slot's permit, in order of arrival. Then the disk: whoever has the permit contends with
 * other processes, alone. However the second stage fails, the permit is passed on; however
 * the first fails, the thread has left the queue. A hold keeps the permit and its
 * reference to the slot until it ends.
 */
/**
 * Acquires buckets: the turn in this process first, then the bucket on disk.
 */
final class BucketAcquirer {

	private final SlotTable slots;

	private final Holders holders;

	private final BucketClaimer claimer;

	private final BucketContender contender;

	private final Waiters waiters;

	BucketAcquirer(SlotTable slots, LockFiles files, Waiters waiters) {
		this.slots = slots;
		this.holders = new Holders(files);
		this.claimer = new BucketClaimer(files);
		this.contender = new BucketContender(files, this.claimer);
		this.waiters = waiters;
	}

	/**
	 * The calling thread's hold on the bucket, with one handle more, or null.
	 */
	@Nullable Hold reenter(Bucket bucket) {
		Hold hold = this.slots.hold(bucket);
		return (hold != null && hold.enter()) ? hold : null;
	}

	/**
	 * Looks at the disk again for a thread that re-entered: the slot is only a memory of
	 * what was there.
	 * @return true if all was well, false if the flag was gone and is published again
	 * @throws BucketBusyException if somebody else holds the bucket by now
	 * @throws BucketLockLostException if the guard was removed or replaced, so that the
	 * kernel lock excludes nobody any more
	 */
	boolean revalidate(Hold hold, Bucket bucket, PimlockOptions options, Deadline deadline,
			Consumer<LockHolder> onReclaim) {
		try {
			BucketClaim claim = hold.claim();
			if (!claim.guard().isNamed()) {
				throw new BucketLockLostException(bucket.directory(), bucket.id(), hold.token(),
						"its guard file was removed or replaced");
			}
			if (claim.isPublished()) {
				return true;
			}
			Attempt attempt = this.claimer.attemptUnder(claim.guard(), bucket, options, new MalformedFlags(), false,
					onReclaim);
			if (attempt instanceof Attempt.Busy busy) {
				throw BucketBusyException.heldElsewhere(bucket.directory(), bucket.id(), busy.holder(),
						deadline.waited());
			}
			hold.replaceClaim(((Attempt.Claimed) attempt).claim());
			return false;
		}
		catch (LockFileException ex) {
			throw Failures.of(bucket, ex);
		}
	}

	/**
	 * Acquires the bucket anew.
	 */
	Hold acquire(Bucket bucket, PimlockOptions options, Deadline deadline, Consumer<LockHolder> onReclaim) {
		if (!deadline.isImmediate() && Thread.currentThread().isInterrupted()) {
			throw new BucketLockInterruptedException(bucket.id(), deadline.waited(), null);
		}
		try (Waiters.Entry waiting = this.waiters.entry(LockKind.BUCKET, bucket)) {
			return acquire(bucket, options, deadline, waiting, onReclaim);
		}
	}

	private Hold acquire(Bucket bucket, PimlockOptions options, Deadline deadline, Waiters.Entry waiting,
			Consumer<LockHolder> onReclaim) {
		Turn turn = new Turn(bucket, options);
		Slot slot = this.slots.enter(bucket);
		Hold hold = null;
		try {
			boolean waited = takeTurn(slot, turn, bucket, options, deadline, waiting);
			if (waited && turn.claim() == null) {
				// what was handed over is on the same path, and was looked at just now
				this.holders.requireSameDirectory(bucket);
			}
			if (turn.claim() == null) {
				turn.keep(this.contender.claim(bucket, options, deadline, waiting, onReclaim));
			}
			Hold made = new Hold(bucket, Objects.requireNonNull(turn.claim()), options.listeners());
			waiting.close();
			slot.occupy(made);
			hold = made;
			return hold;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new BucketLockInterruptedException(bucket.id(), deadline.waited(), ex);
		}
		catch (LockFileException ex) {
			throw Failures.of(bucket, ex);
		}
		finally {
			if (hold == null) {
				try {
					slot.giveBack(turn);
				}
				finally {
					this.slots.leave(bucket);
				}
			}
		}
	}

	/** Returns whether that took a wait. */
	private boolean takeTurn(Slot slot, Turn turn, Bucket bucket, PimlockOptions options, Deadline deadline,
			Waiters.Entry waiting) throws InterruptedException {
		if (slot.takeAtOnce(turn)) {
			return false;
		}
		if (!deadline.isImmediate()) {
			waiting.begin();
			if (slot.take(turn, deadline)) {
				return true;
			}
		}
		Hold hold = slot.hold();
		if (hold == null) {
			// a thread of this JVM is ahead in the queue for what somebody else has
			throw BucketBusyException.heldElsewhere(bucket.directory(), bucket.id(), this.holders.busy(bucket).holder(),
					deadline.waited());
		}
		ProcessIdentity self = ProcessIdentity.current();
		LockHolder holder = new LockHolder(self.pid(), self.host(), options.application(), hold.acquiredAt(), true);
		throw BucketBusyException.heldHere(bucket.directory(), bucket.id(), hold.thread(), holder, deadline.waited());
	}

}
