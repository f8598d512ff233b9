package io.pimlock.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a run.
 *
 * @param duration how long workers are killed and stopped
 * @param workers how many of each kind
 * @param jdks the java executables of the workers of kind {@code jdk}, in turn
 * @param buckets how many buckets
 * @param threads how many threads in each worker with Pimlock
 * @param killsPerMinute how many workers are killed in a minute, on average
 * @param stopsPerMinute how many workers are stopped for a while in a minute, on average
 * @param seed for the referee's and the workers' random choices
 * @param directory where to run, a directory that does not exist yet or is empty; null
 * for a temporary one that is removed after success
 * @param work the longest stay inside, and outside
 * @param waitTimeout how long workers wait for a lock
 * @param poll the longest pause between two looks
 * @param hang how long without progress is a failure
 * @param report where to write the report in Markdown, null for nowhere
 */
record TortureOptions(Duration duration, Map<WorkerKind, Integer> workers, List<Path> jdks, int buckets, int threads,
		double killsPerMinute, double stopsPerMinute, long seed, @Nullable Path directory, Duration work,
		Duration waitTimeout, Duration poll, Duration hang, @Nullable Path report) {

	static final String USAGE = """
			--duration=60s          how long workers are killed and stopped
			--workers=jvm:3,jdk:2,python:1,flock:1,rust:1
			                        how many of each kind; jdk only with --jdk; broken locks nothing
			--jdk=JAVA              the java executable of another JDK; repeatable
			--buckets=2             how many buckets
			--threads=2             threads in each worker with Pimlock
			--kills-per-minute=60   workers killed, one in ten of the JVMs by SIGTERM
			--stops-per-minute=6    workers stopped for up to 1.2 s
			--seed=NUMBER           for the random choices; default: the clock's
			--dir=DIRECTORY         where to run; default: a temporary directory
			--work=2ms --wait=30s --poll=100ms
			                        longest stay inside, wait timeout, poll interval
			--hang=60s              how long without progress is a failure
			--report=FILE           also write the report as Markdown
			--verify=JOURNAL        only judge the journal of an earlier run
			""";

	static TortureOptions parse(String... arguments) {
		Map<String, String> values = new HashMap<>();
		List<Path> jdks = new ArrayList<>();
		for (String argument : arguments) {
			int equals = argument.indexOf('=');
			if (!argument.startsWith("--") || equals < 0) {
				throw new IllegalArgumentException("Not an option: " + argument);
			}
			String name = argument.substring(2, equals);
			String value = argument.substring(equals + 1);
			if (!USAGE.contains("--" + name + "=")) {
				throw new IllegalArgumentException("Unknown option: " + argument);
			}
			// a build tool passes on what nobody has set
			if (!value.isEmpty() && name.equals("jdk")) {
				jdks.add(Path.of(value));
			}
			else if (!value.isEmpty()) {
				values.put(name, value);
			}
		}
		String workers = "jvm:3," + (jdks.isEmpty() ? "" : "jdk:" + 2 * jdks.size() + ",") + "python:1,flock:1,rust:1";
		return new TortureOptions(duration(values, "duration", "60s"), workers(values.getOrDefault("workers", workers)),
				jdks, Integer.parseInt(values.getOrDefault("buckets", "2")),
				Integer.parseInt(values.getOrDefault("threads", "2")),
				Double.parseDouble(values.getOrDefault("kills-per-minute", "60")),
				Double.parseDouble(values.getOrDefault("stops-per-minute", "6")),
				Long.parseLong(values.getOrDefault("seed", Long.toString(System.currentTimeMillis()))),
				path(values.get("dir")), duration(values, "work", "2ms"), duration(values, "wait", "30s"),
				duration(values, "poll", "100ms"), duration(values, "hang", "60s"), path(values.get("report")));
	}

	/** Whether a program of the original protocol may break exclusion by itself. */
	boolean excusesOriginals() {
		int originals = this.workers.getOrDefault(WorkerKind.PYTHON, 0);
		return originals > 1 || (originals == 1 && this.killsPerMinute > 0);
	}

	private static @Nullable Path path(@Nullable String value) {
		return (value != null) ? Path.of(value) : null;
	}

	private static Map<WorkerKind, Integer> workers(String text) {
		Map<WorkerKind, Integer> workers = new EnumMap<>(WorkerKind.class);
		for (String part : text.split(",", -1)) {
			String[] kindAndCount = part.strip().split(":", -1);
			workers.put(WorkerKind.of(kindAndCount[0]),
					(kindAndCount.length > 1) ? Integer.parseInt(kindAndCount[1]) : 1);
		}
		return workers;
	}

	private static Duration duration(Map<String, String> values, String name, String byDefault) {
		String text = values.getOrDefault(name, byDefault).toUpperCase(Locale.ROOT);
		return text.endsWith("MS") ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
				: Duration.parse("PT" + text);
	}

}
