package io.pimlock.torture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies the class path, so that all workers of a run are of one build, whatever is built
 * meanwhile.
 */
final class ClassPathCopy {

	private ClassPathCopy() {
	}

	/**
	 * Copies what the referee's own class path names.
	 * @return the class path of the copies
	 */
	static String into(Path directory) throws IOException {
		List<String> copies = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
			Path source = Path.of(entry);
			if (!entry.isEmpty() && Files.exists(source)) {
				Path target = directory.resolve(copies.size() + "-" + source.getFileName());
				copy(source, target);
				copies.add(target.toString());
			}
		}
		return String.join(File.pathSeparator, copies);
	}

	private static void copy(Path source, Path target) throws IOException {
		try (Stream<Path> all = Files.walk(source)) {
			for (Path path : all.toList()) {
				Path copy = target.resolve(source.relativize(path).toString());
				if (Files.isDirectory(path)) {
					Files.createDirectories(copy);
				}
				else {
					Files.copy(path, copy);
				}
			}
		}
	}

}
