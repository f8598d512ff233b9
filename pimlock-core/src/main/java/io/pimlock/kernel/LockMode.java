package io.pimlock.kernel;

/**
 * How a kernel lock is held.
 */
public enum LockMode {

	/**
	 * By one descriptor alone.
	 */
	EXCLUSIVE,

	/**
	 * By any number of descriptors, none of them exclusive.
	 */
	SHARED

}
