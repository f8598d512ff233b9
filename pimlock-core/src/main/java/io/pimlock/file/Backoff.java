package io.pimlock.file;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The pauses of one waiting thread: a few short ones, which catch short holds, then
 * longer ones up to the poll interval, with jitter, so that waiters do not march in step.
 */
final class Backoff {

	private static final long FIRST_NANOS = 100_000;

	private long next = FIRST_NANOS;

	/**
	 * Pauses, but not past the deadline.
	 * @throws InterruptedException if the thread is interrupted before or meanwhile
	 */
	void pause(Deadline deadline, Duration pollInterval) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		long longest = Math.max(Deadline.nanos(pollInterval), 1);
		long pause = Math.min(this.next, longest);
		long jittered = pause - ThreadLocalRandom.current().nextLong(pause / 4 + 1);
		LockSupport.parkNanos(Math.min(jittered, deadline.remainingNanos()));
		this.next = Math.min(pause * 2, longest);
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
	}

}
