package io.pimlock.actuate;

import java.time.Duration;
import java.time.Instant;

import io.pimlock.LockKind;
import io.pimlock.WaitingLock;

/**
 * Description of a thread of this process that waits for a lock.
 *
 * @param kind the lock system
 * @param bucket the bucket's id: the name of its directory
 * @param path the directory, absolute
 * @param thread the name of the waiting thread
 * @param since when the wait began
 * @param waitingFor how long ago that was
 */
public record WaitingLockDescriptor(LockKind kind, String bucket, String path, String thread, Instant since,
		Duration waitingFor) {

	static WaitingLockDescriptor of(WaitingLock lock, Instant now) {
		return new WaitingLockDescriptor(lock.kind(), lock.bucketId(), lock.path().toString(), lock.thread(),
				lock.since(), Durations.since(lock.since(), now));
	}

}
