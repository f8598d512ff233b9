package io.pimlock.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What every worker is told on its command line, in this order, whatever its language.
 *
 * @param directory the run's directory
 * @param worker its name
 * @param incarnation how often it had been started
 * @param seed for its random choices
 * @param buckets how many buckets there are
 * @param work the longest stay inside
 * @param waitTimeout how long to wait for a lock
 * @param poll the longest pause between two looks
 * @param threads how many threads, if it has several
 */
record WorkerArguments(Path directory, String worker, int incarnation, long seed, int buckets, Duration work,
		Duration waitTimeout, Duration poll, int threads) {

	List<String> format() {
		return Stream
			.<Object>of(this.directory, this.worker, this.incarnation, this.seed, this.buckets, micros(this.work),
					this.waitTimeout.toMillis(), this.poll.toMillis(), this.threads)
			.map(Object::toString)
			.toList();
	}

	static WorkerArguments parse(String[] arguments) {
		return new WorkerArguments(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]),
				Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]),
				Duration.ofNanos(1000 * Long.parseLong(arguments[5])), Duration.ofMillis(Long.parseLong(arguments[6])),
				Duration.ofMillis(Long.parseLong(arguments[7])), Integer.parseInt(arguments[8]));
	}

	private static long micros(Duration duration) {
		return duration.toNanos() / 1000;
	}

}
