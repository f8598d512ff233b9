package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a run took place.
 *
 * @param system the operating system and its version
 * @param processors how many processors
 * @param filesystem the type of the buckets' filesystem
 * @param jvm the JVM of the referee and of the workers of kind {@code jvm}
 */
record Surroundings(String system, int processors, String filesystem, String jvm) {

	static Surroundings of(Path directory) throws IOException {
		return new Surroundings(
				System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
						+ System.getProperty("os.arch"),
				Runtime.getRuntime().availableProcessors(), Files.getFileStore(directory).type(),
				System.getProperty("java.vm.name") + " " + Runtime.version());
	}

}
