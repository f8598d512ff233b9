package io.pimlock.torture;

import java.time.Duration;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.torture.JournalLine.Event;

/**
 * What a holder tries out inside: each must answer that it is the holder.
 */
final class Probes {

	private final BucketLockService locks;

	private final Section section;

	Probes(BucketLockService locks, Section section) {
		this.locks = locks;
		this.section = section;
	}

	void reenter(BucketLock lock) {
		try (BucketLock again = this.locks.acquire(lock.bucket(), Duration.ZERO)) {
			if (again.fencingToken() != lock.fencingToken()) {
				this.section.note(Event.TROUBLE, lock.bucket(), again.fencingToken(), -1,
						"re-entered with another token than " + lock.fencingToken());
			}
		}
		catch (BucketBusyException ex) {
			this.section.note(Event.LOST, lock.bucket(), lock.fencingToken(), -1, String.valueOf(ex.getMessage()));
		}
	}

	void inspect(BucketLock lock) {
		BucketLockState state = this.locks.inspect(lock.bucket());
		if (state.status() != BucketLockState.Status.HELD_HERE) {
			this.section.note(Event.TROUBLE, lock.bucket(), lock.fencingToken(), -1, "held, but inspected " + state);
		}
	}

}
