package io.pimlock;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A lock that this process holds, as it was when the list was made.
 *
 * @param id identifies the hold among all holds of this process
 * @param kind the lock system
 * @param bucketId the name that messages use: the directory's name, or the run id
 * @param path the locked directory or file, absolute
 * @param thread the name of the thread that acquired it
 * @param acquiredAt when the hold began, by the wall clock
 * @param holdCount how many handles are open on the hold
 * @param fencingToken the hold's fencing token, 0 if the lock system has none
 * @param intact whether the lock's files are still what they were
 */
public record HeldLock(String id, LockKind kind, String bucketId, Path path, String thread, Instant acquiredAt,
		int holdCount, long fencingToken, boolean intact) {
}
