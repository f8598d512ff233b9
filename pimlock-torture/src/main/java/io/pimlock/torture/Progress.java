package io.pimlock.torture;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Says once a minute how far a run is.
 */
final class Progress {

	private final Tally tally;

	private final long begin;

	private long minutes;

	Progress(Tally tally, long begin) {
		this.tally = tally;
		this.begin = begin;
	}

	void print() {
		long now = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - this.begin);
		if (now > this.minutes) {
			this.minutes = now;
			System.out.println(Duration.ofMinutes(now) + ": " + this.tally.acquisitions() + " acquisitions, "
					+ this.tally.kills() + " kills, " + this.tally.stops() + " stops, "
					+ this.tally.count(Problem.OVERLAP) + " overlaps, " + this.tally.examples().size() + " remarks");
		}
	}

}
