package io.pimlock.aop;

/**
 * What one annotation says about a method, resolved as far as it is the same for every
 * call.
 */
interface LockSpecification {

	/**
	 * Takes the lock for a call.
	 * @param invocation the call
	 * @param systems the services that lock
	 * @param paths turns what the templates yield into paths
	 * @return the lock, never null, as try-with-resources would run the method without
	 * any lock
	 */
	AutoCloseable acquire(LockedInvocation invocation, LockSystems systems, BucketPaths paths);

}
