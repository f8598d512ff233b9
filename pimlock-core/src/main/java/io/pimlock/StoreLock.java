package io.pimlock;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A handle on a store's lock. It may be passed on and closed by any thread; a closed
 * handle stays closed.
 */
public interface StoreLock extends AutoCloseable {

	/**
	 * The store's directory, absolute, as the caller named it.
	 * @return the directory
	 */
	Path store();

	/**
	 * What the handle is for.
	 * @return the mode
	 */
	StoreLockMode mode();

	/**
	 * When the handle was taken.
	 * @return the wall-clock time
	 */
	Instant acquiredAt();

	/**
	 * Whether the lock is still held and its file is still the one that was locked. False
	 * once the handle is closed. Looks at the disk; never waits for a lock.
	 * @return true if nothing speaks against it
	 */
	boolean isIntact();

	/**
	 * Gives the handle back; for {@link StoreLockMode#OWN}, the last handle of this
	 * process gives the store up. Does not wait and ignores the interrupt flag. Does
	 * nothing when called again.
	 * @throws BucketLockLostException if the lock file was removed or replaced while it
	 * was locked; the caller holds nothing any more
	 */
	@Override
	void close();

}
