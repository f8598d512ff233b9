package io.pimlock.file;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketLockLostException;
import io.pimlock.BucketValidationException;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends holds: hands them over to the next thread of this process, or takes the flag down,
 * then releases the guard, then passes the slot on.
 */
final class BucketReleaser {

	private static final Logger logger = LoggerFactory.getLogger(BucketReleaser.class);

	/** How long a reader may keep the flag from being deleted on Windows. */
	private static final Duration BLOCKED_LIMIT = Duration.ofSeconds(10);

	private final SlotTable slots;

	private final LockFiles files;

	private final Duration blockedLimit;

	BucketReleaser(SlotTable slots, LockFiles files) {
		this(slots, files, BLOCKED_LIMIT);
	}

	BucketReleaser(SlotTable slots, LockFiles files, Duration blockedLimit) {
		this.slots = slots;
		this.files = files;
		this.blockedLimit = blockedLimit;
	}

	/**
	 * Ends a hold whose last handle was closed.
	 * @throws BucketLockLostException if it had been lost; it has ended all the same
	 * @throws BucketValidationException if the flag cannot be removed because somebody
	 * reads it; it has not ended
	 * @throws io.pimlock.BucketLockIoException if the flag cannot be removed otherwise;
	 * the hold has ended all the same
	 */
	void release(Hold hold) {
		Duration held = hold.heldFor();
		try {
			handOver(hold);
		}
		finally {
			if (hold.claim().isPassedOn()) {
				hold.ended(false);
				report(hold, held, null);
			}
			else {
				release(hold, held);
			}
		}
	}

	/** To a thread of this process that waits, if there is one, and nothing was lost. */
	private void handOver(Hold hold) {
		try {
			if (this.slots.isAwaited(hold) && hold.claim().isIntact()) {
				BucketClaim successor = hold.claim().successor();
				if (successor != null) {
					this.slots.handOver(hold, successor);
				}
			}
		}
		catch (LockFileException ex) {
			// the ordinary release will meet it too
		}
	}

	private void release(Hold hold, Duration held) {
		Bucket bucket = hold.bucket();
		String lost = "its release failed";
		LockFileException failure = null;
		boolean blocked = false;
		try {
			lost = unpublish(hold.claim());
		}
		catch (LockFileException ex) {
			if (ex.reason() == Reason.NOT_A_DIRECTORY) {
				lost = "its directory was replaced";
			}
			else {
				failure = ex;
				blocked = isBlocked(ex);
			}
		}
		finally {
			end(hold, lost != null, blocked);
		}
		if (blocked) {
			throw new BucketValidationException(BucketValidationException.Reason.LOCKFILE_RELEASE_BLOCKED, bucket.id(),
					bucket.directory(), "its lock file could not be removed because another program keeps it open; "
							+ "it stays locked until this JVM ends",
					failure);
		}
		report(hold, held, (failure == null) ? lost : null);
		if (failure != null) {
			throw Failures.of(bucket, failure);
		}
	}

	/** First the disk, then this process's own memory of it. */
	private void end(Hold hold, boolean flagMayRemain, boolean blocked) {
		if (blocked) {
			hold.ended(true);
			return;
		}
		try {
			hold.claim().end(flagMayRemain);
		}
		finally {
			hold.ended(false);
			this.slots.end(hold);
		}
	}

	private void report(Hold hold, Duration held, @Nullable String lost) {
		Bucket bucket = hold.bucket();
		if (logger.isDebugEnabled()) {
			logger.debug("Released bucket {} at {} after {}", bucket.id(), bucket.directory(), held);
		}
		if (lost != null) {
			logger.warn("The lock on bucket '{}' was lost while it was held: {}", bucket.id(), lost);
			Events.tell(hold.listeners(), (listener) -> listener.lost(hold.snapshot(false)));
		}
		Events.tell(hold.listeners(), (listener) -> listener.released(hold.snapshot(lost == null), held));
		if (lost != null) {
			throw new BucketLockLostException(bucket.directory(), bucket.id(), hold.token(), lost);
		}
	}

	private @Nullable String unpublish(BucketClaim claim) throws LockFileException {
		Deadline deadline = Deadline.after(this.blockedLimit);
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return claim.unpublish();
				}
				catch (LockFileException ex) {
					if (!isBlocked(ex) || deadline.isOver()) {
						throw ex;
					}
				}
				try {
					TimeUnit.MILLISECONDS.sleep(10);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private boolean isBlocked(LockFileException failure) {
		return this.files.readersBlockDeletion() && failure.reason() == Reason.PERMISSION;
	}

}
