package io.pimlock.benchmarks.startup;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses from all the jars of the benchmarks those that an application would have.
 */
final class ClassPath {

	/** What {@code spring-boot-starter} brings. */
	private static final List<String> BOOT = List.of("spring-boot-[0-9]", "spring-boot-autoconfigure-[0-9]",
			"spring-boot-starter-[0-9]", "spring-boot-starter-logging-[0-9]", "spring-core-[0-9]", "spring-beans-[0-9]",
			"spring-context-[0-9]", "spring-aop-[0-9]", "spring-expression-[0-9]", "commons-logging-", "jspecify-",
			"logback-", "log4j-", "slf4j-api-", "jul-to-slf4j-", "jakarta.annotation-api-", "snakeyaml-",
			"micrometer-commons-", "micrometer-observation-");

	/** What {@code spring-boot-starter-aspectj} adds. */
	private static final List<String> ASPECTJ = List.of("spring-boot-starter-aspectj-", "aspectjweaver-");

	/** What Pimlock's starter adds to both. */
	private static final List<String> PIMLOCK = List.of("pimlock-core-", "pimlock-autoconfigure-",
			"pimlock-spring-boot-starter-", "jna-");

	private final Path directory;

	/**
	 * Creates it.
	 * @param directory where the jars are, those of others in {@code lib}
	 */
	ClassPath(Path directory) {
		this.directory = directory;
	}

	String boot() throws IOException {
		return of(BOOT.stream());
	}

	String aspectj() throws IOException {
		return of(Stream.concat(BOOT.stream(), ASPECTJ.stream()));
	}

	String pimlock() throws IOException {
		return of(Stream.of(BOOT, ASPECTJ, PIMLOCK).flatMap(List::stream));
	}

	private String of(Stream<String> beginnings) throws IOException {
		List<Path> jars;
		try (Stream<Path> all = Files.list(this.directory.resolve("lib"))) {
			jars = all.sorted().toList();
		}
		String application = this.directory.resolve("benchmarks-startup-application.jar").toString();
		return beginnings.flatMap((beginning) -> matching(jars, beginning).stream())
			.map(Path::toString)
			.collect(Collectors.joining(File.pathSeparator, application + File.pathSeparator, ""));
	}

	private static List<Path> matching(List<Path> jars, String beginning) {
		List<Path> matching = jars.stream()
			.filter((jar) -> jar.getFileName().toString().matches(beginning + ".*"))
			.toList();
		if (matching.isEmpty()) {
			throw new IllegalStateException("No jar begins with " + beginning);
		}
		return matching;
	}

}
