package io.pimlock.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds threads that do not get in any more, processes that do not start, and buckets
 * that nobody gets into. Measured with a clock that stands still while any worker is
 * stopped: a stopped one may hold a lock, and then the others rightly wait. A refusal is
 * no progress, so that a stranded bucket cannot hide behind time-outs.
 */
final class ProgressWatch {

	private final long limit;

	private final Map<String, Long> since = new HashMap<>();

	private final Set<String> stopped = new HashSet<>();

	private long standstill;

	private long stoppedSince;

	ProgressWatch(Duration limit) {
		this.limit = limit.toNanos();
	}

	void accept(JournalLine line, long now) {
		String process = line.worker() + "." + line.incarnation() + ".";
		switch (line.event()) {
			case BORN -> this.since.put(process, active(now));
			case DOOMED -> forget(process);
			case DEAD -> {
				forget(process);
				resume(process, now);
			}
			case STOPPED -> {
				if (this.stopped.isEmpty()) {
					this.stoppedSince = now;
				}
				this.stopped.add(process);
			}
			case CONTINUED -> resume(process, now);
			case READY -> {
				this.since.remove(process);
				this.since.put(line.actor(), active(now));
			}
			case ENTER -> {
				this.since.replace(line.actor(), active(now));
				this.since.put(line.bucket(), active(now));
			}
			default -> {
			}
		}
	}

	private void forget(String process) {
		this.since.keySet().removeIf((actor) -> actor.startsWith(process));
	}

	private void resume(String process, long now) {
		if (this.stopped.remove(process) && this.stopped.isEmpty()) {
			this.standstill += now - this.stoppedSince;
		}
	}

	private long active(long now) {
		return (this.stopped.isEmpty() ? now : this.stoppedSince) - this.standstill;
	}

	/**
	 * Those without progress for too long.
	 */
	List<String> hung(long now) {
		List<String> hung = new ArrayList<>();
		this.since.forEach((name, last) -> {
			if (active(now) - last > this.limit) {
				hung.add(name);
			}
		});
		return hung;
	}

}
