package io.pimlock.file;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import org.jspecify.annotations.Nullable;

/**
 * A bucket held on disk: the locked guard and the published flag. {@link Hold} sees to it
 * that it is released once.
 */
final class BucketClaim {

	/** How long the threads of one process pass a bucket on among themselves. */
	private static final Duration LONGEST_TENURE = Duration.ofMillis(10);

	private final LockFiles files;

	private final Guard guard;

	private final Bucket bucket;

	/** Without what it says of the stamp, which nobody needs meanwhile. */
	private final GuardRecord record;

	private final FileStatus published;

	private final long token;

	private final long since;

	/** How often the threads of this process may still pass it on among themselves. */
	private final int handOvers;

	private volatile boolean passedOn;

	private final AtomicBoolean over = new AtomicBoolean();

	BucketClaim(LockFiles files, Guard guard, Bucket bucket, GuardRecord record, FileStatus published, long token,
			PimlockOptions options) {
		this(files, guard, bucket, record, published, token, System.nanoTime(), options.handOverLimit());
	}

	private BucketClaim(LockFiles files, Guard guard, Bucket bucket, GuardRecord record, FileStatus published,
			long token, long since, int handOvers) {
		this.files = files;
		this.guard = guard;
		this.bucket = bucket;
		this.record = record;
		this.published = published;
		this.token = token;
		this.since = since;
		this.handOvers = handOvers;
	}

	/**
	 * Whether it is what an acquisition would make.
	 */
	boolean isOf(Bucket bucket, PimlockOptions options) {
		return this.bucket.directory().equals(bucket.directory()) && this.record.isOf(options.application());
	}

	/**
	 * The same hold on disk for the next thread of this process, with a token of its own.
	 * @return null if the bucket is to be given back first: other processes want their
	 * turn, and tokens have to be reserved on disk
	 */
	@Nullable BucketClaim successor() {
		if (this.handOvers <= 0 || System.nanoTime() - this.since > LONGEST_TENURE.toNanos()) {
			return null;
		}
		long next = FencingTokens.PROCESS.next();
		return (next <= this.record.tokenBound()) ? new BucketClaim(this.files, this.guard, this.bucket, this.record,
				this.published, next, this.since, this.handOvers - 1) : null;
	}

	/**
	 * From now on it is its successor that owns the guard and the flag; this one does
	 * nothing any more.
	 */
	void passOn() {
		this.passedOn = true;
	}

	boolean isPassedOn() {
		return this.passedOn;
	}

	Guard guard() {
		return this.guard;
	}

	long token() {
		return this.token;
	}

	/**
	 * Whether the flag was created, for want of hard links.
	 */
	boolean isCreated() {
		return this.record.creates();
	}

	/**
	 * Whether flag and guard are still what they were.
	 */
	boolean isIntact() throws LockFileException {
		return isPublished() && this.guard.isNamed();
	}

	/**
	 * Whether the flag is still ours.
	 */
	boolean isPublished() throws LockFileException {
		FileStatus flag = this.files.status(this.bucket.flag());
		return flag != null && isOurs(flag);
	}

	/**
	 * Takes down the flag if it is ours.
	 * @return null if that was so, otherwise what was found in its place
	 * @throws LockFileException if it is ours but cannot be removed
	 */
	@Nullable String unpublish() throws LockFileException {
		if (this.passedOn) {
			return null;
		}
		String lost = removeFlag();
		if (this.record.creates()) {
			// from now on, a flag with this pid is another program's
			this.guard.write(this.record.withState(GuardRecord.State.PENDING));
		}
		return (lost == null && !this.guard.isNamed()) ? "its guard file was removed or replaced" : lost;
	}

	private @Nullable String removeFlag() throws LockFileException {
		FileStatus flag = this.files.status(this.bucket.flag());
		if (flag == null) {
			return "its lock file was removed";
		}
		if (!isOurs(flag)) {
			return "its lock file was replaced by another";
		}
		try {
			this.files.delete(this.bucket.flag());
			return null;
		}
		catch (LockFileException ex) {
			if (ex.reason() == Reason.MISSING) {
				return "its lock file was removed";
			}
			throw ex;
		}
	}

	/**
	 * Gives the bucket back, unless that was done, because nobody will: something went
	 * wrong before anybody could be told of it.
	 */
	void abandon() {
		if (this.over.get()) {
			return;
		}
		boolean removed = false;
		try {
			removed = unpublish() == null;
		}
		catch (LockFileException ex) {
			// what is left in place says that it holds nothing
		}
		finally {
			end(!removed);
		}
	}

	/**
	 * Gives the guard back.
	 * @param flagMayRemain whether something of ours may still lie there
	 */
	void end(boolean flagMayRemain) {
		if (this.passedOn || !this.over.compareAndSet(false, true)) {
			return;
		}
		try {
			if (flagMayRemain) {
				this.guard.disown(this.record.process());
			}
		}
		finally {
			this.guard.release();
		}
	}

	/**
	 * The inode number alone may be another file's by now if somebody removed both names
	 * of ours; then time and content differ too. Filesystems without hard links often
	 * have no inode numbers either: the kernel makes some up, and others once it has
	 * dropped the file from its cache. There the content decides alone.
	 */
	private boolean isOurs(FileStatus flag) throws LockFileException {
		boolean sameFile = flag.isSameFileAs(this.published);
		if (sameFile && flag.modified().equals(this.published.modified())) {
			return true;
		}
		return (sameFile || this.record.creates()) && flag.isRegular() && Arrays.equals(
				this.files.read(this.bucket.flag(), PidFile.READ_LIMIT), PidFile.content(this.record.process().pid()));
	}

}
