package io.pimlock.file;

import io.pimlock.kernel.LockFileException;

/**
 * What the handle on a lease or a store has locked.
 */
interface KernelLock {

	/**
	 * Whether the file that is locked still has its name. If not, the lock excludes
	 * nobody.
	 */
	boolean isIntact() throws LockFileException;

	/** How many handles share it. */
	int handles();

	/**
	 * Gives it back, or this handle's share in it. Called once. Nothing can fail that
	 * would leave it locked.
	 * @return whether it was intact until now
	 */
	boolean release();

}
