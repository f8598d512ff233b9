package io.pimlock.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.pimlock.benchmarks.results.Results;

/**
 * Several JVMs with several threads each, all of which want one bucket all the time.
 */
final class Fairness {

	private static final int PROCESSES = 4;

	private static final int THREADS = 4;

	private final Arena arena;

	private final int millis;

	private final Results results;

	Fairness(Arena arena) {
		this.arena = arena;
		this.millis = arena.choose(30_000, 4_000);
		this.results = new Results(arena.results().resolve("fairness.json"));
	}

	void run() throws Exception {
		for (int holdMicros : new int[] { 0, 1000 }) {
			measure(holdMicros);
		}
	}

	private void measure(int holdMicros) throws Exception {
		Path ground = this.arena.ground(this.arena.diskName());
		try (Children children = new Children(this.arena.programs())) {
			List<Process> workers = new ArrayList<>();
			List<BufferedReader> outputs = new ArrayList<>();
			for (int i = 0; i < PROCESSES; i++) {
				Process worker = children.jvm(FairnessWorker.class, ground, THREADS, this.millis, holdMicros);
				workers.add(worker);
				outputs.add(worker.inputReader(StandardCharsets.UTF_8));
			}
			for (BufferedReader output : outputs) {
				output.readLine();
			}
			for (Process worker : workers) {
				worker.getOutputStream().write('\n');
				worker.getOutputStream().flush();
			}
			List<long[]> waits = new ArrayList<>();
			for (BufferedReader output : outputs) {
				waits.addAll(output.lines().map(Fairness::numbers).toList());
			}
			children.join();
			report(holdMicros, waits);
		}
	}

	private static long[] numbers(String line) {
		return Stream.of(line.split(" ")).filter((word) -> !word.isEmpty()).mapToLong(Long::parseLong).toArray();
	}

	private void report(int holdMicros, List<long[]> waits) throws IOException {
		long[] all = waits.stream().flatMapToLong(Arrays::stream).sorted().toArray();
		long[] perProcess = new long[PROCESSES];
		for (int i = 0; i < waits.size(); i++) {
			perProcess[i / THREADS] += waits.get(i).length;
		}
		long[] perThread = waits.stream().mapToLong((own) -> own.length).toArray();
		double mean = Arrays.stream(all).average().orElseThrow();
		long longest = all[all.length - 1];
		this.results.add("PIMLOCK", "place", this.arena.diskName(), "holdMicros", holdMicros, "millis", this.millis,
				"meanNanos", mean, "medianNanos", all[all.length / 2], "p99Nanos", all[(int) (all.length * 0.99)],
				"longestNanos", longest, "perProcess", perProcess, "perThread", perThread);
		Arrays.sort(perProcess);
		Arena.say(String.format(Locale.ROOT,
				"fairness  hold %d us: %d holds, mean wait %.3f ms, longest %.1f ms (%.0f x), processes %s", holdMicros,
				all.length, mean / 1e6, longest / 1e6, longest / mean, Arrays.toString(perProcess)));
	}

}
