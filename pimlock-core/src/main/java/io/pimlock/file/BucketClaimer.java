package io.pimlock.file;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.pimlock.LockHolder;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import io.pimlock.process.ProcessIdentity;
import io.pimlock.process.ProcessTable;
import io.pimlock.process.ProcessTable.Liveness;
import org.jspecify.annotations.Nullable;

/*
 * The argument.
 *
 * Pimlock processes exclude each other by the kernel lock on the guard alone: whoever
 * publishes a flag holds the guard, from before it looks at the flag until after it has
 * removed it again. The kernel takes the guard from a process only when that process is
 * gone. So a flag that another Pimlock process published is, for the holder of the guard,
 * always a dead one's, whatever its pid means by now.
 *
 * Which flags those are is told by the inode: a flag that is the stamp's hard link was
 * published by the process that the record names. A flag with another inode belongs to a
 * program of another kind, which knows nothing of the guard; there the pid decides, every
 * doubt counts as alive, and what is removed is looked at twice.
 *
 * A process that dies leaves, depending on the step:
 *   guard locked, nothing written      nothing
 *   record PENDING, stamp old or gone  a stamp that nobody trusts: the record is not READY
 *   record PENDING, stamp half-written the same
 *   record READY                       a complete stamp that only its writer would trust,
 *                                      and that one is dead: nonces do not come back
 *   flag linked                        a flag that the next holder of the guard removes
 * A step that fails without a death leaves the same, and the guard is released.
 *
 * The stamp is not removed while it may be linked, so its inode number is not given to
 * another file. Where somebody else removed it, the record's identity does not match.
 */
/**
 * Takes buckets on disk: one attempt at a time, without waiting for anybody.
 */
final class BucketClaimer {

	/** Each round means that a program of another kind came or went meanwhile. */
	private static final int ROUNDS = 64;

	/**
	 * How long a program of another kind may take between its last look at a dead
	 * holder's flag and removing it by name, which would hit ours.
	 */
	private static final Duration SETTLE = Duration.ofMillis(20);

	private final LockFiles files;

	private final Holders holders;

	private final StampPublisher publisher;

	private final FlagRemover remover;

	private final ProcessIdentity self = ProcessIdentity.current();

	private final long waiter = this.self.number();

	/** What this process calls itself in a {@link WaitingMark}. */
	long waiter() {
		return this.waiter;
	}

	BucketClaimer(LockFiles files) {
		this.files = files;
		this.holders = new Holders(files);
		this.remover = new FlagRemover(files, this.self);
		this.publisher = new StampPublisher(files, this.remover, this.self);
	}

	/**
	 * Tries once to take the bucket.
	 * @param guard the bucket's guard, not locked; locked afterwards only if the bucket
	 * is ours
	 * @param malformed what this acquisition has seen of flags without a pid
	 * @param polite whether another process that waits may go first
	 * @param onReclaim is told of a dead holder whose flag was removed
	 */
	Attempt attempt(Guard guard, Bucket bucket, PimlockOptions options, MalformedFlags malformed, boolean polite,
			Consumer<LockHolder> onReclaim) throws LockFileException {
		if (!guard.tryLock()) {
			return new Attempt.Taken();
		}
		boolean claimed = false;
		boolean failed = true;
		try {
			Attempt attempt = attemptUnder(guard, bucket, options, malformed, polite, onReclaim);
			claimed = attempt instanceof Attempt.Claimed;
			failed = false;
			return attempt;
		}
		finally {
			if (failed) {
				guard.disown(this.self);
			}
			if (!claimed) {
				guard.unlock();
			}
		}
	}

	/**
	 * Tries once to publish the flag under a guard that is held.
	 * @return the claim on the same guard, or who has the bucket
	 */
	Attempt attemptUnder(Guard guard, Bucket bucket, PimlockOptions options, MalformedFlags malformed, boolean polite,
			Consumer<LockHolder> onReclaim) throws LockFileException {
		GuardRecord record = guard.record();
		if (polite && record != null && record.process().nonce().equals(this.self.nonce())
				&& guard.seen().isAnothers(this.waiter)) {
			return new Attempt.Yielded();
		}
		// who comes again looks first, for linking in vain uses up tokens
		if (record != null && this.publisher.isOurs(record, options)
				&& (polite || this.files.status(bucket.flag()) == null)) {
			BucketClaim again = this.publisher.publishAgain(guard, bucket, options, record);
			if (again != null) {
				return new Attempt.Claimed(again);
			}
			record = guard.record();
		}
		boolean settle = false;
		for (int round = 0; round < ROUNDS; round++) {
			FileStatus flag = this.files.status(bucket.flag());
			if (flag == null) {
				BucketClaim claim = this.publisher.publish(guard, bucket, options,
						(round == 0) ? record : guard.record());
				if (claim != null && settle) {
					settle();
				}
				if (claim != null && (!settle || claim.isPublished())) {
					return new Attempt.Claimed(claim);
				}
				continue;
			}
			if (!flag.isRegular()) {
				throw new LockFileException("open", bucket.flag(), Reason.NOT_REGULAR,
						"Is " + flag.type().description());
			}
			FlagNode node = FlagNode.read(this.files, bucket, flag);
			if (node == null) {
				continue;
			}
			// not before: whoever published the flag wrote its record first, and is to
			// be noticed even if the kernel lock excludes nobody
			record = guard.record();
			if (record != null && this.holders.isPublishedBy(record, node, bucket)) {
				reclaimOwnKind(node, record, bucket, onReclaim);
				continue;
			}
			LockHolder holder = foreignHolder(node, bucket, options, malformed);
			if (holder != null) {
				return new Attempt.Busy(holder, false);
			}
			// should this process die with the flag moved aside, the next one must look
			// for it
			guard.distrust(record);
			settle |= reclaimForeign(node, bucket, onReclaim);
		}
		return new Attempt.Busy(null, true);
	}

	/** Its holder cannot be alive, because the guard is ours: unless the guard lies. */
	private void reclaimOwnKind(FlagNode judged, GuardRecord record, Bucket bucket, Consumer<LockHolder> onReclaim)
			throws LockFileException {
		if (record.process().isSameProcessAs(this.self)) {
			// a release that failed half-way; nobody takes a flag that names a living
			// process for dead
			this.remover.deleteIfThere(bucket.flag());
			return;
		}
		if (record.state() != GuardRecord.State.RELEASED && describesThisBucket(record, bucket)
				&& ProcessTable.liveness(record.process()) == Liveness.ALIVE) {
			throw new LockFileException("lock", bucket.guard(), Reason.UNSUPPORTED,
					"granted although process " + record.process().pid() + " still runs and holds it");
		}
		LockHolder dead = this.holders.of(bucket, record, false);
		if (this.remover.remove(judged, bucket)) {
			onReclaim.accept(dead);
		}
	}

	/** In a copy of a bucket, the record speaks of the original. */
	private boolean describesThisBucket(GuardRecord record, Bucket bucket) throws LockFileException {
		FileStatus stamp = this.files.status(bucket.stamp());
		return record.creates() || (stamp != null && record.stamp().startsWith(StampPublisher.inode(stamp) + "@"));
	}

	/**
	 * Who holds a flag that Pimlock did not publish.
	 * @return the holder, or null if the flag is a dead one's
	 */
	private @Nullable LockHolder foreignHolder(FlagNode flag, Bucket bucket, PimlockOptions options,
			MalformedFlags malformed) {
		OptionalInt pid = flag.pid();
		if (pid.isEmpty()) {
			return malformed.isAbandoned(flag, options.malformedGrace()) ? null
					: this.holders.of(bucket, OptionalInt.empty(), true);
		}
		// our own pid, but not our flag: a predecessor with the same pid
		boolean alive = pid.getAsInt() != this.self.pid() && ProcessTable.isAlive(pid.getAsInt());
		return alive ? this.holders.of(bucket, pid, true) : null;
	}

	/**
	 * Removes a dead program's flag, unless it changed since it was judged.
	 * @return whether it was removed
	 */
	private boolean reclaimForeign(FlagNode judged, Bucket bucket, Consumer<LockHolder> onReclaim)
			throws LockFileException {
		LockHolder dead = this.holders.of(bucket, judged.pid(), false);
		if (!this.remover.remove(judged, bucket)) {
			return false;
		}
		onReclaim.accept(dead);
		settle();
		return true;
	}

	/**
	 * Not worth an interruption: the flag keeps until the wait, or the caller, looks at
	 * it.
	 */
	private static void settle() {
		boolean interrupted = false;
		Deadline deadline = Deadline.after(SETTLE);
		while (!deadline.isOver()) {
			try {
				TimeUnit.NANOSECONDS.sleep(deadline.remainingNanos());
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
