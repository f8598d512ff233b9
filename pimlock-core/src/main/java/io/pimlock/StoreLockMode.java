package io.pimlock;

/**
 * What a store is locked for.
 */
public enum StoreLockMode {

	/**
	 * To be the process that changes the store: exclusive among processes, shared within
	 * one.
	 */
	OWN,

	/**
	 * To put something in that nothing refers to yet: shared, and excludes
	 * {@link #COLLECT}.
	 */
	STAGE,

	/**
	 * To remove what nothing refers to: exclusive, and excludes {@link #STAGE}.
	 */
	COLLECT

}
