package io.pimlock.file;

import java.time.Duration;
import java.util.function.Consumer;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockInterruptedException;
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

	/**
	 * How long even an attempt without waiting looks again at what is over in a moment.
	 */
	private static final Duration MOMENT = Duration.ofMillis(1);

	private final SlotTable slots;

	private final BucketClaimer claimer;

	private final Waiters waiters;

	BucketAcquirer(SlotTable slots, LockFiles files, Waiters waiters) {
		this.slots = slots;
		this.claimer = new BucketClaimer(files);
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
	 * @throws BucketBusyException if somebody else holds the bucket by now
	 */
	void revalidate(Hold hold, Bucket bucket, PimlockOptions options, Deadline deadline) {
		try {
			if (!hold.claim().isPublished()) {
				Attempt attempt = this.claimer.attemptUnder(hold.claim().guard(), bucket, options, new MalformedFlags(),
						reclaims(bucket, options));
				if (attempt instanceof Attempt.Busy busy) {
					throw refusal(BucketBusyException.heldElsewhere(bucket.directory(), bucket.id(), busy.holder(),
							deadline.waited()), bucket, options);
				}
				hold.replaceClaim(((Attempt.Claimed) attempt).claim());
			}
		}
		catch (LockFileException ex) {
			throw Failures.of(bucket, ex);
		}
	}

	/**
	 * Acquires the bucket anew.
	 */
	Hold acquire(Bucket bucket, PimlockOptions options, Deadline deadline) {
		if (!deadline.isImmediate() && Thread.currentThread().isInterrupted()) {
			throw new BucketLockInterruptedException(bucket.id(), deadline.waited(), null);
		}
		Slot slot = this.slots.enter(bucket);
		boolean acquired = false;
		try {
			takeTurn(slot, bucket, options, deadline);
			try {
				Hold hold = new Hold(bucket, claim(bucket, options, deadline));
				slot.occupy(hold);
				acquired = true;
				return hold;
			}
			finally {
				if (!acquired) {
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
			if (!acquired) {
				this.slots.leave(bucket);
			}
		}
	}

	private void takeTurn(Slot slot, Bucket bucket, PimlockOptions options, Deadline deadline)
			throws InterruptedException {
		if (slot.takeAtOnce()) {
			return;
		}
		if (!deadline.isImmediate()) {
			try (Waiters.Entry waiting = this.waiters.enter(bucket)) {
				if (slot.take(deadline)) {
					return;
				}
			}
		}
		Hold hold = slot.hold();
		ProcessIdentity self = ProcessIdentity.current();
		LockHolder holder = new LockHolder(self.pid(), self.host(), options.application(),
				(hold != null) ? hold.acquiredAt() : null, true);
		throw refusal(BucketBusyException.heldHere(bucket.directory(), bucket.id(),
				(hold != null) ? hold.owner().getName() : null, holder, deadline.waited()), bucket, options);
	}

	private BucketClaim claim(Bucket bucket, PimlockOptions options, Deadline deadline)
			throws LockFileException, InterruptedException {
		MalformedFlags malformed = new MalformedFlags();
		Consumer<@Nullable LockHolder> reclaims = reclaims(bucket, options);
		Attempt attempt = this.claimer.attempt(bucket, options, malformed, reclaims);
		if (attempt instanceof Attempt.Claimed claimed) {
			return claimed.claim();
		}
		try (Waiters.Entry waiting = this.waiters.enter(bucket)) {
			Deadline moment = Deadline.after(MOMENT);
			Backoff backoff = new Backoff();
			while (attempt instanceof Attempt.Busy busy) {
				if (deadline.isOver() && (!busy.fleeting() || moment.isOver())) {
					throw refusal(BucketBusyException.heldElsewhere(bucket.directory(), bucket.id(), busy.holder(),
							deadline.waited()), bucket, options);
				}
				pause(backoff, deadline, moment, options);
				attempt = this.claimer.attempt(bucket, options, malformed, reclaims);
			}
			return ((Attempt.Claimed) attempt).claim();
		}
	}

	/** An acquisition that does not wait is not interrupted either. */
	private static void pause(Backoff backoff, Deadline deadline, Deadline moment, PimlockOptions options)
			throws InterruptedException {
		if (!deadline.isImmediate() && !deadline.isOver()) {
			backoff.pause(deadline, options.pollInterval());
		}
		else if (!Thread.currentThread().isInterrupted()) {
			backoff.pause(moment, MOMENT.dividedBy(8));
		}
		else {
			Thread.onSpinWait();
		}
	}

	private static Consumer<@Nullable LockHolder> reclaims(Bucket bucket, PimlockOptions options) {
		return (dead) -> Events.tell(options.listeners(),
				(listener) -> listener.reclaimed(LockKind.BUCKET, bucket.id(), bucket.directory(), dead));
	}

	private static BucketBusyException refusal(BucketBusyException refusal, Bucket bucket, PimlockOptions options) {
		Events.tell(options.listeners(), (listener) -> listener.busy(LockKind.BUCKET, bucket.id(), bucket.directory(),
				refusal.holder().orElse(null), refusal.waited()));
		return refusal;
	}

}
