package io.pimlock.aop;

import java.util.List;

/**
 * The locks under which a method runs.
 *
 * @param specifications what its annotations say, at least one, in the order in which the
 * locks are taken
 */
record MethodLocks(List<LockSpecification> specifications) {

	MethodLocks {
		specifications = List.copyOf(specifications);
	}

	/**
	 * Takes all of them for a call, or none.
	 * @return what gives them back, never null
	 * @throws Exception what the services throw
	 */
	AutoCloseable acquire(LockedInvocation invocation, LockSystems systems, BucketPaths paths) throws Exception {
		return (this.specifications.size() == 1) ? this.specifications.get(0).acquire(invocation, systems, paths)
				: LockStack.acquire(this.specifications, invocation, systems, paths);
	}

}
