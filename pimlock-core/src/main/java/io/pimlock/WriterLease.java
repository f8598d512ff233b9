package io.pimlock;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A held writer lease. It may be passed on and closed by any thread; a closed lease stays
 * closed.
 */
public interface WriterLease extends AutoCloseable {

	/**
	 * The root, absolute, as the caller named it.
	 * @return the directory
	 */
	Path root();

	/**
	 * The run, as the caller named it.
	 * @return its id
	 */
	String runId();

	/**
	 * When the lease was taken.
	 * @return the wall-clock time
	 */
	Instant acquiredAt();

	/**
	 * Whether the lease is still held and its lock file is still the one that was locked.
	 * False once it is closed. Looks at the disk; never waits for a lock.
	 * @return true if nothing speaks against it
	 */
	boolean isIntact();

	/**
	 * Gives the lease back: unlocks the file, then closes it, so that no child process
	 * can keep it. Does not wait. Does nothing when called again.
	 * @throws BucketLockLostException if the lock file was removed or replaced while the
	 * lease was held; the caller holds nothing any more
	 */
	@Override
	void close();

}
