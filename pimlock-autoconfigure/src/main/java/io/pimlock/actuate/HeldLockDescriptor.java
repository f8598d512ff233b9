package io.pimlock.actuate;

import java.time.Duration;
import java.time.Instant;

import io.pimlock.HeldLock;
import io.pimlock.LockKind;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of a lock that this process holds.
 *
 * @param id identifies the hold among all holds of this process
 * @param kind the lock system
 * @param bucket the bucket's id: the name of its directory
 * @param path the directory, absolute
 * @param thread the name of the thread that acquired it
 * @param acquiredAt when the hold began
 * @param heldFor how long ago that was
 * @param holdCount how many handles are open on the hold
 * @param fencingToken the hold's fencing token, 0 if the lock system has none
 * @param intact whether the lock's files are still what they were
 */
public record HeldLockDescriptor(String id, LockKind kind, String bucket, String path, String thread,
		Instant acquiredAt, Duration heldFor, int holdCount, long fencingToken,
		boolean intact) implements OperationResponseBody {

	static HeldLockDescriptor of(HeldLock lock, Instant now) {
		return new HeldLockDescriptor(lock.id(), lock.kind(), lock.bucketId(), lock.path().toString(), lock.thread(),
				lock.acquiredAt(), Durations.since(lock.acquiredAt(), now), lock.holdCount(), lock.fencingToken(),
				lock.intact());
	}

}
