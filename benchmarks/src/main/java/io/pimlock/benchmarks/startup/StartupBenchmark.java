package io.pimlock.benchmarks.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.pimlock.benchmarks.results.Results;
import io.pimlock.benchmarks.startup.application.StartupApplication;

/**
 * Starts an application with and without Pimlock in turn, in a fresh JVM each time.
 */
final class StartupBenchmark {

	private final Map<String, List<String>> variants = new LinkedHashMap<>();

	private StartupBenchmark(ClassPath classPath, Path root) throws IOException {
		add("BOOT", classPath.boot());
		add("BOOT_ASPECTJ", classPath.aspectj());
		add("BOOT_PROXY", classPath.aspectj(), "--startup.proxy=true");
		add("PIMLOCK", classPath.pimlock());
		// with a root, the kernel lock is tried at the start
		add("PIMLOCK_ROOT", classPath.pimlock(), "--pimlock.root=" + root);
	}

	/**
	 * Runs it.
	 * @param args where the jars are, a directory to lock in, the file for the results,
	 * {@code full} or {@code quick}
	 */
	public static void main(String[] args) throws Exception {
		Path root = Files.createTempDirectory(Path.of(args[1]), "startup");
		StartupBenchmark benchmark = new StartupBenchmark(new ClassPath(Path.of(args[0])), root);
		benchmark.run(args[3].equals("quick") ? 4 : 16, new Results(Path.of(args[2])));
	}

	private void add(String name, String classPath, String... arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"--enable-native-access=ALL-UNNAMED", "-cp", classPath, StartupApplication.class.getName()));
		command.addAll(List.of(arguments));
		this.variants.put(name, command);
	}

	/** One round more than is counted: the first finds the jars on the disk. */
	private void run(int rounds, Results results) throws Exception {
		Map<String, long[]> whole = new LinkedHashMap<>();
		Map<String, long[]> context = new LinkedHashMap<>();
		for (int i = -1; i < rounds; i++) {
			for (Map.Entry<String, List<String>> variant : this.variants.entrySet()) {
				long[] nanos = start(variant.getValue());
				if (i >= 0) {
					whole.computeIfAbsent(variant.getKey(), (name) -> new long[rounds])[i] = nanos[0];
					context.computeIfAbsent(variant.getKey(), (name) -> new long[rounds])[i] = nanos[1];
				}
			}
		}
		for (String name : this.variants.keySet()) {
			long[] all = whole.getOrDefault(name, new long[0]);
			results.add(name, "nanos", all, "contextNanos", context.getOrDefault(name, new long[0]));
			long[] sorted = all.clone();
			Arrays.sort(sorted);
			System.out.println(String.format(Locale.ROOT, "start-up  Java %s %-12s median %.0f ms",
					Runtime.version().feature(), name, sorted[sorted.length / 2] / 1e6));
		}
	}

	private static long[] start(List<String> command) throws IOException, InterruptedException {
		long begin = System.nanoTime();
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		process.getOutputStream().close();
		StringBuilder output = new StringBuilder();
		String answer = null;
		try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				output.append(line).append('\n');
				if (line.startsWith("started ")) {
					answer = line;
				}
			}
		}
		if (process.waitFor() != 0 || answer == null) {
			throw new IllegalStateException("The application did not start:\n" + output);
		}
		String[] instants = answer.split(" ", -1);
		long entered = Long.parseLong(instants[1]);
		long started = Long.parseLong(instants[2]);
		return new long[] { started - begin, started - entered };
	}

}
