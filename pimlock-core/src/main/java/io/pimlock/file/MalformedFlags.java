package io.pimlock.file;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Decides for one waiting acquisition when a flag without a readable pid counts as
 * abandoned. Its age by the wall clock is believed unless it lies in the future; besides,
 * it is old enough once it was watched unchanged for as long by the monotonic clock.
 */
final class MalformedFlags {

	private @Nullable FlagNode watched;

	private long watchedSince;

	boolean isAbandoned(FlagNode flag, Duration grace) {
		long now = System.nanoTime();
		if (!flag.equals(this.watched)) {
			this.watched = flag;
			this.watchedSince = now;
		}
		Duration age = Duration.between(flag.status().modified(), Instant.now());
		return age.compareTo(grace) >= 0 || now - this.watchedSince >= Deadline.nanos(grace);
	}

}
