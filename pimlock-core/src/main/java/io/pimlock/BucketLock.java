package io.pimlock;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A handle on a held bucket. It may be passed on and closed by any thread; a closed
 * handle stays closed, whoever holds the bucket by then.
 */
public interface BucketLock extends AutoCloseable {

	/**
	 * The bucket's directory, absolute, as the caller named it.
	 * @return the directory; of a handle on several buckets, the first in lock order
	 */
	Path bucket();

	/**
	 * The bucket's id: the name of its directory.
	 * @return the id; of a handle on several buckets, that of the first
	 */
	String bucketId();

	/**
	 * When the hold began. A re-entry does not change it.
	 * @return the wall-clock time
	 */
	Instant acquiredAt();

	/**
	 * The fencing token of this hold: larger than that of every earlier hold of the same
	 * bucket, whichever process had it. Hand it to whatever is written under the lock, so
	 * that a late writer can be told from the current one.
	 * @return the token, positive; of a handle on several buckets, that of the first
	 */
	long fencingToken();

	/**
	 * The handles of which this one consists.
	 * @return the parts in lock order; this handle itself when it stands for one bucket
	 */
	default List<BucketLock> members() {
		return List.of(this);
	}

	/**
	 * Gives up the acquiring thread's right to re-enter, so that the work can go on in
	 * other threads: from now on that thread is a stranger to this hold like any other.
	 * To be called before a handle is passed on, because the acquiring thread may come
	 * back for something else while the work under the lock still runs. Closing is not
	 * affected. Does nothing when called again, or where an engine's locks do not belong
	 * to threads, which is what an implementation gets that does not say otherwise.
	 * @return this handle
	 */
	default BucketLock detach() {
		return this;
	}

	/**
	 * Whether the lock is still held and its files are still what they were. False once
	 * the handle is closed, or when somebody removed or replaced the lock's files. Looks
	 * at the disk; never waits for a lock.
	 * @return true if nothing speaks against it
	 */
	boolean isIntact();

	/**
	 * Throws unless the lock {@linkplain #isIntact() is intact}. Changes nothing.
	 * @throws BucketLockLostException if it is not
	 */
	void ensureIntact();

	/**
	 * Gives this handle back; the last handle of a hold releases the bucket. Does not
	 * wait and ignores the interrupt flag (on Windows a reader of the lock file can block
	 * the release; it is retried for up to ten seconds). Does nothing when called again.
	 * @throws BucketLockLostException if the lock turned out to have been lost while it
	 * was held; the caller holds nothing any more, and what a successor owns was left
	 * alone
	 * @throws BucketValidationException with reason {@code LOCKFILE_RELEASE_BLOCKED} if
	 * the lock file cannot be removed: the bucket stays locked until this JVM ends
	 * @throws BucketLockIoException if removing the lock file fails otherwise; the caller
	 * holds nothing any more
	 */
	@Override
	void close();

}
