package io.pimlock.file;

import java.time.Duration;

/**
 * The one deadline of an acquisition, on the monotonic clock.
 */
final class Deadline {

	private final long start = System.nanoTime();

	private final long timeout;

	private Deadline(long timeout) {
		this.timeout = timeout;
	}

	static Deadline after(Duration timeout) {
		return new Deadline(timeout.isNegative() ? 0 : nanos(timeout));
	}

	/** The duration in nanoseconds, or as many as there can be. */
	static long nanos(Duration duration) {
		try {
			return duration.toNanos();
		}
		catch (ArithmeticException ex) {
			return Long.MAX_VALUE;
		}
	}

	/**
	 * Whether there is no waiting at all, only one attempt.
	 */
	boolean isImmediate() {
		return this.timeout == 0;
	}

	long remainingNanos() {
		return Math.max(0, this.timeout - (System.nanoTime() - this.start));
	}

	boolean isOver() {
		return remainingNanos() == 0;
	}

	Duration waited() {
		return Duration.ofNanos(System.nanoTime() - this.start);
	}

}
