package io.pimlock;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A thread of this process that waits for a lock, as it was when the list was made.
 *
 * @param kind the lock system
 * @param bucketId the name that messages use: the directory's name
 * @param path the directory it waits for, absolute
 * @param thread the name of the waiting thread
 * @param since when the wait began, by the wall clock
 */
public record WaitingLock(LockKind kind, String bucketId, Path path, String thread, Instant since) {
}
