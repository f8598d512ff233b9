package io.pimlock.benchmarks.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The descriptors of this process.
 */
final class Descriptors {

	private Descriptors() {
	}

	static long open() throws IOException {
		try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
			// less the one that reads the directory
			return all.count() - 1;
		}
	}

	/** How many there may be. */
	static long limit() throws IOException {
		try (Stream<String> lines = Files.lines(Path.of("/proc/self/limits"))) {
			String soft = lines.filter((line) -> line.startsWith("Max open files"))
				.findFirst()
				.orElseThrow()
				.substring("Max open files".length())
				.strip()
				.split("\\s+", -1)[0];
			return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
		}
	}

}
