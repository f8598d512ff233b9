package io.pimlock.file;

import java.util.function.Consumer;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockInterruptedException;
import io.pimlock.BucketLockLostException;
import io.pimlock.LockHolder;
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
		this.contender = new BucketContender(files, this.claimer, waiters);
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
		Slot slot = this.slots.enter(bucket);
		Hold hold = null;
		try {
			Turn turn = takeTurn(slot, bucket, options, deadline);
			try {
				hold = occupy(slot, bucket, options, claim(bucket, options, deadline, turn, onReclaim));
				return hold;
			}
			finally {
				if (hold == null) {
					slot.pass();
				}
			}
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
				this.slots.leave(bucket);
			}
		}
	}

	private static Hold occupy(Slot slot, Bucket bucket, PimlockOptions options, BucketClaim claim)
			throws LockFileException {
		boolean occupied = false;
		try {
			Hold hold = new Hold(bucket, claim, options.listeners());
			slot.occupy(hold);
			occupied = true;
			return hold;
		}
		finally {
			if (!occupied) {
				claim.abandon();
			}
		}
	}

	private Turn takeTurn(Slot slot, Bucket bucket, PimlockOptions options, Deadline deadline)
			throws InterruptedException {
		Turn turn = new Turn(bucket, options);
		if (slot.takeAtOnce()) {
			return turn;
		}
		if (!deadline.isImmediate()) {
			try (Waiters.Entry waiting = this.waiters.enter(bucket)) {
				if (slot.take(turn, deadline)) {
					return turn;
				}
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

	/** What a thread of this process handed over, or else what is contended for. */
	private BucketClaim claim(Bucket bucket, PimlockOptions options, Deadline deadline, Turn turn,
			Consumer<LockHolder> onReclaim) throws LockFileException, InterruptedException {
		BucketClaim handed = turn.claim();
		boolean same = false;
		try {
			if (turn.hasWaited()) {
				this.holders.requireSameDirectory(bucket);
			}
			same = true;
		}
		finally {
			if (!same && handed != null) {
				handed.abandon();
			}
		}
		return (handed != null) ? handed : this.contender.claim(bucket, options, deadline, onReclaim);
	}

}
