package io.pimlock;

import java.nio.file.Path;
import java.util.List;

/**
 * Writer leases: at most one writer per run. A run is a name below a root directory, and
 * its lease is the kernel lock ({@code flock(2)}) on {@code <root>/locks/<run>.lock}. So
 * a lease answers a question that a state in a ledger cannot: whether the writer is
 * alive. The kernel takes it from a process that dies, however it dies.
 * <p>
 * A lease is never waited for, and not re-entrant: another handle of the same process, or
 * thread, is refused like another process. It is advisory: whoever does not ask for it is
 * not stopped. All methods may be called by any thread and ignore the interrupt flag.
 */
public interface WriterLeases {

	/**
	 * Takes the lease of a run. Does not wait; looks again for about a millisecond when
	 * the lease is taken, because somebody may merely be {@linkplain #isHeld looking}.
	 * Creates {@code locks} and the lock file, which stays and whose content means
	 * nothing; the root has to exist.
	 * <p>
	 * In the file's name, each code point of the run's id that is not one of
	 * {@code A-Z a-z 0-9 . _ -} becomes {@code _}, so two ids can have one lease, and
	 * then refuse each other.
	 * @param root the directory; relative ones start at {@code pimlock.root}, or at the
	 * working directory where there is none
	 * @param runId the run, any text but the empty one
	 * @return the lease, held until it is closed
	 * @throws WriterBusyException if somebody holds it, which may be this process
	 * @throws BucketValidationException if there is no such root, if it leads out of the
	 * configured one, if something else than a file is in the place of the lock file, or
	 * if the id is empty or makes too long a name; nothing is held
	 * @throws BucketLockIoException if the operating system refuses; nothing is held
	 * @throws PimlockClosedException if the engine was closed; nothing is held
	 */
	WriterLease acquire(Path root, String runId);

	/**
	 * Whether somebody holds the lease of a run, which may be this process. Creates
	 * nothing and does not wait. Where it cannot be told, the answer is true.
	 * @param root the directory
	 * @param runId the run
	 * @return false if nobody does, or if there is no lock file
	 * @throws BucketValidationException if the root is no path that can be asked about,
	 * or leads out of the configured one, or if the id is empty
	 */
	boolean isHeld(Path root, String runId);

	/**
	 * The leases that are held through this engine at the moment, oldest first. Looks at
	 * the disk once per lease to tell whether it is intact.
	 * @return a snapshot
	 */
	List<HeldLock> heldLocks();

}
