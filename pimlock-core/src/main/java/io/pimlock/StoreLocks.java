package io.pimlock;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The locks of a store: a directory that one process owns, into which several programs
 * stage what the owner then takes in, and out of which a collector removes what nothing
 * refers to. Both are kernel locks ({@code flock(2)}), on {@code owner.lock} and
 * {@code objects.lock} in the store, which are created empty and never deleted.
 * <p>
 * Whoever only reads takes nothing. Two paths of one directory are one store. All methods
 * may be called by any thread.
 */
public interface StoreLocks {

	/**
	 * Makes this process the store's owner. Does not wait. As long as it is, other
	 * handles of this process get the same ownership, counted: the last one to be closed
	 * gives it up.
	 * <p>
	 * So ownership keeps other processes out, and <em>nothing inside its own
	 * process</em>: two threads that own a store both own it. What they may do at once is
	 * for a bucket lock, or a lock of the JVM's, to decide.
	 * @param store the directory; relative ones start at {@code pimlock.root}, or at the
	 * working directory where there is none
	 * @return a handle
	 * @throws StoreOwnedException if another process owns it
	 * @throws BucketValidationException if there is no such directory, if it leads out of
	 * the configured root, or if something else than a file is in the place of the lock
	 * file; nothing is held
	 * @throws BucketLockIoException if the operating system refuses; nothing is held
	 * @throws PimlockClosedException if the engine was closed; nothing is held
	 */
	StoreLock own(Path store);

	/**
	 * Keeps collectors away while something is staged: to be taken before the first byte
	 * is written, and held until something refers to it. Any number of handles and
	 * processes stage at the same time. Waits for a collector, up to the configured wait
	 * timeout, and for nothing else.
	 * @param store the directory
	 * @return the lock, held until it is closed
	 * @throws StoreCollectingException if a collector was at work until the timeout;
	 * nothing is held
	 * @throws BucketLockInterruptedException if the thread is interrupted while it waits,
	 * or before; its interrupt flag is set again, and nothing is held
	 * @throws BucketValidationException see {@link #own}
	 * @throws BucketLockIoException see {@link #own}
	 * @throws PimlockClosedException see {@link #own}
	 */
	StoreLock stage(Path store);

	/**
	 * Like {@link #stage(Path)}, with a wait timeout of its own.
	 * @param store the directory
	 * @param waitTimeout how long to wait for a collector; zero: not at all, and then the
	 * interrupt flag is ignored
	 * @return the lock, held until it is closed
	 */
	StoreLock stage(Path store, Duration waitTimeout);

	/**
	 * Keeps everybody from staging while what nothing refers to is removed. Does not
	 * wait: who stages may do so for as long as a program lives. Does not make this
	 * process the owner, which a collector should be: take {@link #own} first.
	 * @param store the directory
	 * @return the lock, held until it is closed
	 * @throws StoreStagingException if somebody stages or collects, which may be this
	 * process; nothing is held
	 * @throws BucketValidationException see {@link #own}
	 * @throws BucketLockIoException see {@link #own}
	 * @throws PimlockClosedException see {@link #own}
	 */
	StoreLock collect(Path store);

	/**
	 * The locks that are held through this engine at the moment, oldest first. Looks at
	 * the disk once per lock to tell whether it is intact.
	 * @return a snapshot
	 */
	List<HeldLock> heldLocks();

	/**
	 * The threads that wait to stage through this engine at the moment, longest wait
	 * first.
	 * @return a snapshot
	 */
	List<WaitingLock> waitingLocks();

}
