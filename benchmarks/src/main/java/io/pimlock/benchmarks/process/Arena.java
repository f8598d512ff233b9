package io.pimlock.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where measurements between processes take place, and where their results go.
 *
 * @param disk where the disk is
 * @param memory where a filesystem in memory is
 * @param diskName what filesystem the disk has
 * @param memoryName what filesystem the memory has
 * @param programs where the compiled C programs are
 * @param results where the results go
 * @param quick whether it is only to be tried out
 */
record Arena(Path disk, Path memory, String diskName, String memoryName, Path programs, Path results, boolean quick) {

	static Arena parse(String[] args) {
		String[] disk = args[0].split("=", 2);
		String[] memory = args[1].split("=", 2);
		return new Arena(Path.of(disk[1]), Path.of(memory[1]), disk[0], memory[0], Path.of(args[2]), Path.of(args[3]),
				args[4].equals("quick"));
	}

	/** A new directory on the disk or in memory. */
	Path ground(String place) throws IOException {
		return Files.createTempDirectory(place.equals(this.memoryName) ? this.memory : this.disk, "ground");
	}

	int choose(int full, int small) {
		return this.quick ? small : full;
	}

	static void say(String text) {
		System.out.println(text);
	}

}
