package io.pimlock;

import java.util.List;

/**
 * A lock engine: the way to take locks without Spring, and what the Spring beans are made
 * of.
 * <p>
 * Exclusion does not depend on the instance: two instances of one JVM exclude each other
 * like two threads, and a thread that holds a bucket through one of them re-enters it
 * through the other. Each instance lists and closes only what was acquired through it.
 * All methods may be called by any thread.
 */
public interface Pimlock extends AutoCloseable {

	/**
	 * The bucket locks: one writer at a time per directory.
	 * @return the service, the same on every call
	 */
	BucketLockService buckets();

	/**
	 * The writer leases: at most one writer per run.
	 * @return the service, the same on every call
	 */
	WriterLeases leases();

	/**
	 * The store locks: one owner process per store, and producers that a collector
	 * excludes.
	 * @return the service, the same on every call
	 */
	StoreLocks stores();

	/**
	 * What is held through this instance at the moment, oldest first. Looks at the disk
	 * once per lock to tell whether it is intact; never blocks on a lock.
	 * @return a snapshot
	 */
	List<HeldLock> heldLocks();

	/**
	 * The threads that wait for a lock through this instance at the moment, longest wait
	 * first.
	 * @return a snapshot
	 */
	List<WaitingLock> waitingLocks();

	/**
	 * Releases everything that is still held through this instance, and refuses further
	 * acquisitions with a {@link PimlockClosedException}; a thread that waits gets the
	 * same exception as soon as its turn comes. Whoever still works under a lock that is
	 * released here loses it: {@link BucketLock#isIntact()} turns false. Does nothing
	 * when called again.
	 */
	@Override
	void close();

}
