package io.pimlock.file;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.pimlock.BucketBusyException;
import io.pimlock.LockHolder;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import org.jspecify.annotations.Nullable;

/*
 * Only one thread of this process contends for a bucket, and it keeps the guard open while
 * it does: closing it would wake everybody else who waits. It marks the guard, so that the
 * process that has the bucket lets others go first when it comes back for it. What wakes a
 * waiter may be missed, so it looks again at every poll interval.
 */
/**
 * Contends with other processes and programs for a bucket on disk.
 */
final class BucketContender {

	/**
	 * How long even an attempt without waiting looks again at what is over in a moment.
	 */
	private static final Duration MOMENT = Duration.ofMillis(1);

	/** How long the last holder lets those go first who wait. */
	private static final Duration COURTESY = Duration.ofMillis(5);

	private final LockFiles files;

	private final Holders holders;

	private final BucketClaimer claimer;

	BucketContender(LockFiles files, BucketClaimer claimer) {
		this.files = files;
		this.holders = new Holders(files);
		this.claimer = claimer;
	}

	/**
	 * Takes the bucket, waiting for it up to the deadline.
	 * @throws BucketBusyException if somebody else has it until then
	 */
	BucketClaim claim(Bucket bucket, PimlockOptions options, Deadline deadline, Waiters.Entry waiting,
			Consumer<LockHolder> onReclaim) throws LockFileException, InterruptedException {
		Guard guard = Guard.open(this.files, bucket, options);
		Attempts attempts = new Attempts(guard, bucket, options, onReclaim);
		boolean done = false;
		try {
			boolean polite = deadline.remainingNanos() > 2 * COURTESY.toNanos();
			Attempt first = attempts.next(polite);
			if (!(first instanceof Attempt.Claimed)) {
				if (deadline.isImmediate()) {
					insist(attempts, first, deadline);
				}
				else {
					waiting.begin();
					wait(attempts, first, deadline);
				}
			}
			BucketClaim claim = attempts.claim();
			done = true;
			return claim;
		}
		finally {
			if (!done) {
				attempts.giveUp();
			}
		}
	}

	/** Without waiting, unless nobody can be named who has it. */
	private void insist(Attempts attempts, Attempt first, Deadline deadline) throws LockFileException {
		Deadline moment = Deadline.after(MOMENT);
		Attempt attempt = first;
		while (true) {
			if (attempt instanceof Attempt.Claimed) {
				return;
			}
			Attempt.Busy busy = attempts.explain(attempt);
			if (!busy.fleeting() || moment.isOver()) {
				throw attempts.busy(busy, deadline);
			}
			LockSupport.parkNanos(MOMENT.toNanos() / 8);
			attempt = attempts.next(false);
		}
	}

	private void wait(Attempts attempts, Attempt first, Deadline deadline)
			throws LockFileException, InterruptedException {
		long self = this.claimer.waiter();
		Guard guard = attempts.guard;
		try (ReleaseSignal signal = new ReleaseSignal(this.files.events(), attempts.bucket.guard())) {
			boolean nobodyCame = first instanceof Attempt.Yielded && !signal.await(COURTESY.toNanos());
			Backoff backoff = new Backoff(signal, attempts.options.pollInterval());
			while (true) {
				Attempt attempt = attempts.next(false);
				if (attempt instanceof Attempt.Claimed) {
					if (nobodyCame) {
						guard.mark(WaitingMark.NONE);
					}
					return;
				}
				nobodyCame = false;
				if (deadline.isOver()) {
					throw attempts.busy(attempts.explain(attempt), deadline);
				}
				if (attempt instanceof Attempt.Busy) {
					signal.watchFlag(attempts.bucket.flag());
				}
				guard.mark(WaitingMark.of(self, attempts.options.pollInterval()));
				backoff.pause(deadline);
			}
		}
		finally {
			guard.unmark();
		}
	}

	/**
	 * The attempts of one acquisition.
	 */
	private final class Attempts {

		private final Guard guard;

		private final Bucket bucket;

		private final PimlockOptions options;

		private final Consumer<LockHolder> onReclaim;

		private final MalformedFlags malformed = new MalformedFlags();

		private boolean again;

		private @Nullable BucketClaim claim;

		private Attempts(Guard guard, Bucket bucket, PimlockOptions options, Consumer<LockHolder> onReclaim) {
			this.guard = guard;
			this.bucket = bucket;
			this.options = options;
			this.onReclaim = onReclaim;
		}

		private Attempt next(boolean polite) throws LockFileException {
			if (this.again) {
				BucketContender.this.holders.requireSameDirectory(this.bucket);
			}
			this.again = true;
			Attempt attempt = BucketContender.this.claimer.attempt(this.guard, this.bucket, this.options,
					this.malformed, polite, this.onReclaim);
			if (attempt instanceof Attempt.Claimed claimed) {
				this.claim = claimed.claim();
			}
			return attempt;
		}

		private BucketClaim claim() {
			return Objects.requireNonNull(this.claim);
		}

		private void giveUp() {
			try {
				if (this.claim != null) {
					this.claim.abandon();
				}
			}
			finally {
				this.guard.release();
			}
		}

		/** Who is in the way. */
		private Attempt.Busy explain(Attempt attempt) {
			return (attempt instanceof Attempt.Busy busy) ? busy : BucketContender.this.holders.busy(this.bucket);
		}

		private BucketBusyException busy(Attempt.Busy busy, Deadline deadline) {
			return BucketBusyException.heldElsewhere(this.bucket.directory(), this.bucket.id(), busy.holder(),
					deadline.waited());
		}

	}

}
