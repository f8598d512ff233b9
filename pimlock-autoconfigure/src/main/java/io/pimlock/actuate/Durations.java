package io.pimlock.actuate;

import java.time.Duration;
import java.time.Instant;

/**
 * Differences of wall-clock times.
 */
final class Durations {

	private Durations() {
	}

	/**
	 * The time that has passed; none if the clock was set back in the meantime.
	 */
	static Duration since(Instant start, Instant now) {
		return now.isAfter(start) ? Duration.between(start, now) : Duration.ZERO;
	}

}
