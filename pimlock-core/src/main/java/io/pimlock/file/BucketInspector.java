package io.pimlock.file;

import java.util.OptionalInt;

import io.pimlock.BucketLockState;
import io.pimlock.BucketLockState.Status;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import io.pimlock.process.ProcessIdentity;
import io.pimlock.process.ProcessTable;
import io.pimlock.process.ProcessTable.Liveness;
import org.jspecify.annotations.Nullable;

/**
 * Tells who holds a bucket by looking at its files. Changes nothing. The guard's kernel
 * lock is tried, shared and for an instant, only where looking cannot decide.
 */
final class BucketInspector {

	/** Each round means that the flag changed while it was judged. */
	private static final int ROUNDS = 10;

	private final SlotTable slots;

	private final LockFiles files;

	private final Holders holders;

	BucketInspector(SlotTable slots, LockFiles files) {
		this.slots = slots;
		this.files = files;
		this.holders = new Holders(files);
	}

	BucketLockState inspect(Bucket bucket) {
		Hold hold = this.slots.hold(bucket);
		HeldLock held = (hold != null) ? hold.look() : null;
		if (held != null) {
			return heldHere(bucket, held);
		}
		try {
			for (int round = 0; round < ROUNDS; round++) {
				FileStatus flag = this.files.status(bucket.flag());
				BucketLockState state = (flag == null) ? free(bucket) : judge(bucket, flag);
				if (state != null) {
					return state;
				}
			}
			return unknown(bucket, null, "its lock changes hands faster than it can be looked at");
		}
		catch (LockFileException ex) {
			return unknown(bucket, null, "its lock files cannot be read: " + ex.getMessage());
		}
	}

	/** Null means that the flag changed meanwhile. */
	private @Nullable BucketLockState judge(Bucket bucket, FileStatus flag) throws LockFileException {
		if (!flag.isRegular()) {
			return unknown(bucket, null, "its lock file is " + flag.type().description());
		}
		FlagNode node = FlagNode.read(this.files, bucket, flag);
		if (node == null) {
			return null;
		}
		GuardRecord record = this.holders.record(bucket);
		BucketLockState state = isPublishedByPimlock(bucket, node, record) ? judgeOwnKind(bucket, node, record)
				: judgeForeign(bucket, node);
		return flag.equals(this.files.status(bucket.flag())) ? state : null;
	}

	private boolean isPublishedByPimlock(Bucket bucket, FlagNode node, @Nullable GuardRecord record)
			throws LockFileException {
		if (record != null && record.state() != GuardRecord.State.PENDING) {
			return this.holders.isPublishedBy(record, node, bucket);
		}
		FileStatus stamp = this.files.status(bucket.stamp());
		return stamp != null && stamp.isSameFileAs(node.status());
	}

	private BucketLockState judgeOwnKind(Bucket bucket, FlagNode node, @Nullable GuardRecord record) {
		if (record == null || record.state() == GuardRecord.State.PENDING) {
			return judgeWithoutRecord(bucket, node);
		}
		if (record.state() == GuardRecord.State.RELEASED) {
			return state(bucket, Status.STALE, this.holders.of(bucket, record, false),
					"its holder gave it back but could not remove its lock file");
		}
		return switch (ProcessTable.liveness(record.process())) {
			case ALIVE -> state(bucket, Status.HELD, this.holders.of(bucket, record, true), "its holder runs");
			case DEAD ->
				state(bucket, Status.STALE, this.holders.of(bucket, record, false), "its holder does not run any more");
			case UNKNOWN ->
				judgeByGuard(bucket, this.holders.of(bucket, record, true), "its holder's pid means nothing here");
		};
	}

	private BucketLockState judgeByGuard(Bucket bucket, LockHolder holder, String why) {
		try {
			return isGuardFree(bucket)
					? state(bucket, Status.STALE, dead(holder), why + ", but the kernel lock is free")
					: state(bucket, Status.HELD, holder, why + ", but the kernel lock is held");
		}
		catch (LockFileException ex) {
			return unknown(bucket, holder, why + ", and the kernel lock cannot be tried: " + ex.getMessage());
		}
	}

	private BucketLockState judgeWithoutRecord(Bucket bucket, FlagNode node) {
		LockHolder holder = this.holders.of(bucket, node.pid(), true);
		BucketLockState byGuard = judgeByGuard(bucket, holder, "its record does not tell who");
		boolean mayBeAlive = holder.pid() != ProcessIdentity.current().pid() && ProcessTable.isAlive(holder.pid());
		return (byGuard.status() == Status.STALE && mayBeAlive)
				? unknown(bucket, holder, "its record does not tell who, and process " + holder.pid() + " runs")
				: byGuard;
	}

	private boolean isGuardFree(Bucket bucket) throws LockFileException {
		try (LockFile guard = this.files.openReadOnly(bucket.guard())) {
			if (!guard.tryLock(LockMode.SHARED)) {
				return false;
			}
			guard.unlock();
			return true;
		}
	}

	private static LockHolder dead(LockHolder holder) {
		return new LockHolder(holder.pid(), holder.host(), holder.application(), holder.acquiredAt(), false);
	}

	private BucketLockState judgeForeign(Bucket bucket, FlagNode node) {
		OptionalInt pid = node.pid();
		if (pid.isEmpty()) {
			return unknown(bucket, null, "its lock file contains no pid; it may be being written");
		}
		boolean alive = pid.getAsInt() != ProcessIdentity.current().pid() && ProcessTable.isAlive(pid.getAsInt());
		return state(bucket, alive ? Status.HELD : Status.STALE, this.holders.of(bucket, pid, alive),
				"another kind of program wrote its lock file, and process " + pid.getAsInt()
						+ (alive ? " runs" : " does not run"));
	}

	private BucketLockState heldHere(Bucket bucket, HeldLock hold) {
		ProcessIdentity self = ProcessIdentity.current();
		GuardRecord record = this.holders.record(bucket);
		String application = (record != null && record.process().nonce().equals(self.nonce())) ? record.application()
				: "";
		LockHolder holder = new LockHolder(self.pid(), self.host(), application.isEmpty() ? null : application,
				hold.acquiredAt(), true);
		return state(bucket, Status.HELD_HERE, holder, "thread '" + hold.thread() + "' of this process holds it"
				+ (hold.intact() ? "" : ", but its lock files were removed or replaced, or cannot be read"));
	}

	private static BucketLockState free(Bucket bucket) {
		return state(bucket, Status.FREE, null, "it has no lock file");
	}

	private static BucketLockState unknown(Bucket bucket, @Nullable LockHolder holder, String why) {
		return state(bucket, Status.UNKNOWN, holder, why);
	}

	private static BucketLockState state(Bucket bucket, Status status, @Nullable LockHolder holder, String why) {
		return new BucketLockState(bucket.directory(), bucket.id(), status, holder, why);
	}

}
