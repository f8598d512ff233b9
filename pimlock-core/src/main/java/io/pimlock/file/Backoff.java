package io.pimlock.file;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses of one waiting thread. A few short ones catch short holds. Then, where a
 * signal tells when to look again, there is only the safety of the poll interval;
 * otherwise pauses grow up to it. Jitter keeps waiters from marching in step.
 */
final class Backoff {

	private static final long FIRST_NANOS = 100_000;

	/** The longest pause that is worth while besides a signal. */
	private static final long SHORT_NANOS = 400_000;

	private final ReleaseSignal signal;

	private final long longest;

	private long next = FIRST_NANOS;

	Backoff(ReleaseSignal signal, Duration pollInterval) {
		this.signal = signal;
		this.longest = Math.max(Deadline.nanos(pollInterval), 1);
	}

	/**
	 * Pauses until there is a signal or reason to look again, but not past the deadline.
	 * @throws InterruptedException if the thread is interrupted before or meanwhile
	 */
	void pause(Deadline deadline) throws InterruptedException {
		long pause = Math.min(this.next, this.longest);
		long jittered = pause - ThreadLocalRandom.current().nextLong(pause / 4 + 1);
		if (this.signal.await(Math.min(jittered, deadline.remainingNanos()))) {
			this.next = FIRST_NANOS;
		}
		else if (this.signal.isAvailable() && pause >= SHORT_NANOS) {
			this.next = this.longest;
		}
		else {
			this.next = Math.min(pause * 2, this.longest);
		}
	}

}
