package io.pimlock.benchmarks.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one part of the benchmarks, one file.
 */
public final class Results {

	private final Path file;

	private final List<Map<String, Object>> measurements = new ArrayList<>();

	/**
	 * Starts a file.
	 * @param file what to write, replaced if it is there
	 */
	public Results(Path file) {
		this.file = file;
	}

	/**
	 * Adds a measurement and writes what there is so far.
	 * @param name what was measured
	 * @param facts name and value in turn
	 * @throws IOException if it cannot be written
	 */
	public void add(String name, Object... facts) throws IOException {
		Map<String, Object> measurement = new LinkedHashMap<>();
		measurement.put("name", name);
		for (int i = 0; i < facts.length; i += 2) {
			measurement.put((String) facts[i], facts[i + 1]);
		}
		this.measurements.add(measurement);
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("java", Runtime.version().toString());
		all.put("measurements", this.measurements);
		Files.writeString(this.file, Json.format(all) + "\n");
	}

}
