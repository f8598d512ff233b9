package io.pimlock.torture;

import java.time.Duration;

/**
 * How long waits were, in a fixed amount of memory: a quantile is off by 1/16 at most.
 */
final class Waits {

	private static final int STEPS = 16;

	private final long[] counts = new long[64 * STEPS];

	private long total;

	private long longest;

	void add(long nanos) {
		long value = Math.max(nanos, STEPS);
		int magnitude = 63 - Long.numberOfLeadingZeros(value);
		int step = (int) ((value >>> (magnitude - 4)) & (STEPS - 1));
		this.counts[magnitude * STEPS + step]++;
		this.total++;
		this.longest = Math.max(this.longest, nanos);
	}

	long total() {
		return this.total;
	}

	Duration longest() {
		return Duration.ofNanos(this.longest);
	}

	/** The longest for 1, which is exact. */
	Duration quantile(double share) {
		if (share >= 1) {
			return longest();
		}
		long rank = (long) Math.ceil(share * this.total);
		long seen = 0;
		for (int i = 0; i < this.counts.length; i++) {
			seen += this.counts[i];
			if (seen >= rank && seen > 0) {
				int magnitude = i / STEPS;
				long value = (long) (STEPS + i % STEPS) << (magnitude - 4);
				return Duration.ofNanos(Math.min(value, this.longest));
			}
		}
		return Duration.ZERO;
	}

}
