package io.pimlock;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Locks directories, each called a <em>bucket</em>, for one writer at a time: among the
 * threads of this JVM, the processes of this host, the containers that share the volume,
 * and programs in other languages that follow the same protocol.
 * <p>
 * <b>Ownership.</b> A lock belongs to the thread that acquired it: a second acquisition
 * by that thread re-enters and returns another handle on the same hold, and the bucket is
 * free again when the last handle is closed. A handle may be closed by any thread.
 * <p>
 * <b>Waiting.</b> Threads of one JVM queue in order of arrival. The wait timeout covers
 * everything: queueing behind other threads and waiting for other processes; it is
 * measured with a monotonic clock. An interrupt ends a wait; it never ends a hold.
 * <p>
 * <b>After an exception</b> thrown by an acquiring method the caller holds nothing that
 * it did not hold before, and nothing is left behind on disk.
 */
public interface BucketLockService {

	/**
	 * Acquires the bucket, waiting up to the configured wait timeout (30 seconds unless
	 * configured otherwise).
	 * @param bucket an existing directory
	 * @return the handle; closing it releases the bucket
	 * @throws BucketBusyException if somebody else held the bucket until the timeout
	 * @throws BucketLockInterruptedException if the thread is interrupted on entry or
	 * while it waits; its interrupt flag is set again
	 * @throws BucketValidationException if the path is not a usable bucket
	 * @throws BucketLockIoException if the operating system refuses what the lock needs
	 */
	BucketLock acquire(Path bucket);

	/**
	 * Acquires the bucket, waiting at most the given time.
	 * @param bucket an existing directory
	 * @param waitTimeout how long to wait; zero or less makes exactly one attempt, which
	 * ignores the interrupt flag and retries for about a millisecond when it meets
	 * somebody who is in the middle of a release
	 * @return the handle; closing it releases the bucket
	 * @throws BucketBusyException if somebody else held the bucket until the timeout
	 * @throws BucketLockInterruptedException if the thread is interrupted on entry or
	 * while it waits; its interrupt flag is set again
	 * @throws BucketValidationException if the path is not a usable bucket
	 * @throws BucketLockIoException if the operating system refuses what the lock needs
	 */
	BucketLock acquire(Path bucket, Duration waitTimeout);

	/**
	 * Acquires several buckets, all or none, under one wait timeout. They are locked in
	 * one order that is the same for every caller, so that two callers of this method
	 * never wait for each other; a path that is named twice, or two names of one
	 * directory, count once.
	 * @param buckets existing directories, at least one
	 * @param waitTimeout how long to wait altogether; zero or less makes one attempt per
	 * bucket
	 * @return one handle on all of them; {@link BucketLock#members()} has the parts
	 * @throws BucketBusyException if somebody else held one of them until the timeout
	 * @throws BucketLockInterruptedException if the thread is interrupted on entry or
	 * while it waits; its interrupt flag is set again
	 * @throws BucketValidationException if one of the paths is not a usable bucket
	 * @throws BucketLockIoException if the operating system refuses what a lock needs
	 */
	BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout);

	/**
	 * Makes one attempt without waiting.
	 * @param bucket an existing directory
	 * @return the handle, or empty if somebody else holds the bucket; trouble is still
	 * thrown
	 * @throws BucketValidationException if the path is not a usable bucket
	 * @throws BucketLockIoException if the operating system refuses what the lock needs
	 */
	default Optional<BucketLock> tryAcquire(Path bucket) {
		try {
			return Optional.of(acquire(bucket, Duration.ZERO));
		}
		catch (BucketBusyException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Runs the body under the bucket's lock, which is released afterwards whatever the
	 * body does.
	 * @param <T> the result's type
	 * @param bucket an existing directory
	 * @param body what to do under the lock
	 * @return what the body returned
	 * @throws Exception what the body threw, as it is, or what {@link #acquire(Path)} and
	 * {@link BucketLock#close()} throw
	 */
	default <T> T call(Path bucket, Callable<T> body) throws Exception {
		try (BucketLock lock = acquire(bucket)) {
			return body.call();
		}
	}

	/**
	 * Runs the body under the bucket's lock, which is released afterwards whatever the
	 * body does. Throws what the body throws, or what {@link #acquire(Path)} and
	 * {@link BucketLock#close()} throw.
	 * @param bucket an existing directory
	 * @param body what to do under the lock
	 */
	default void run(Path bucket, Runnable body) {
		try (BucketLock lock = acquire(bucket)) {
			body.run();
		}
	}

	/**
	 * Looks at a bucket without changing anything and without waiting.
	 * @param bucket an existing directory
	 * @return who holds it, as far as that can be known
	 * @throws BucketValidationException if the path is not a directory
	 */
	BucketLockState inspect(Path bucket);

	/**
	 * The buckets held through this service at the moment, oldest first. Looks at the
	 * disk once per lock to tell whether it is intact.
	 * @return a snapshot
	 */
	List<HeldLock> heldLocks();

	/**
	 * The threads that wait for a bucket through this service at the moment, longest wait
	 * first.
	 * @return a snapshot; empty where the engine cannot tell
	 */
	default List<WaitingLock> waitingLocks() {
		return List.of();
	}

}
