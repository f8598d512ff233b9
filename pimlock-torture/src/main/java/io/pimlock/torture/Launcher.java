package io.pimlock.torture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Knows how the workers of each kind are started, and which cannot be on this machine.
 */
final class Launcher {

	/** Started often, short-lived, many: nothing that pays off only later. */
	private static final List<String> JVM_FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto",
			"-Xmx64m", "--enable-native-access=ALL-UNNAMED", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

	private final Path programs;

	private final String classPath;

	private final List<Path> jdks;

	private final Map<WorkerKind, List<String>> commands = new EnumMap<>(WorkerKind.class);

	private final List<String> missing = new ArrayList<>();

	Launcher(TortureOptions options, Path programs) throws IOException, InterruptedException {
		this.programs = Files.createDirectories(programs);
		this.classPath = ClassPathCopy.into(Files.createDirectory(programs.resolve("lib")));
		this.jdks = options.jdks();
		for (WorkerKind kind : options.workers().keySet()) {
			List<String> command = switch (kind) {
				case JVM, BROKEN -> jvm(Path.of(System.getProperty("java.home"), "bin", "java"));
				// chosen per worker
				case JDK -> List.of();
				case PYTHON -> python();
				case FLOCK -> flock();
				case RUST -> rust();
			};
			if (command != null) {
				this.commands.put(kind, command);
			}
			else {
				this.missing.add(kind.label());
			}
		}
		if (options.workers().containsKey(WorkerKind.JDK) && this.jdks.isEmpty()) {
			throw new IllegalArgumentException("Workers of kind jdk need --jdk=JAVA");
		}
	}

	/**
	 * The kinds that were asked for and cannot be started here.
	 */
	List<String> missing() {
		return this.missing;
	}

	boolean canStart(WorkerKind kind) {
		return this.commands.containsKey(kind);
	}

	Process start(WorkerKind kind, int number, WorkerArguments arguments, Path log) throws IOException {
		List<String> command = new ArrayList<>((kind == WorkerKind.JDK) ? jvm(this.jdks.get(number % this.jdks.size()))
				: Objects.requireNonNull(this.commands.get(kind)));
		command.addAll(arguments.format());
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
			.start();
	}

	private List<String> jvm(Path java) {
		List<String> command = new ArrayList<>(List.of(java.toString()));
		command.addAll(JVM_FLAGS);
		command.addAll(List.of("-cp", this.classPath, JvmWorker.class.getName()));
		return command;
	}

	private @Nullable List<String> python() throws IOException, InterruptedException {
		// the program itself: what is on the path may be a slow script that finds it
		String python = output("python3", "-c", "import sys; print(sys.executable)");
		return (python != null) ? List.of(python, extract("original_peer.py").toString()) : null;
	}

	private @Nullable List<String> flock() throws IOException, InterruptedException {
		return (output("flock", "--version") != null && output("bash", "--version") != null)
				? List.of("bash", extract("guard_peer.sh").toString()) : null;
	}

	private @Nullable List<String> rust() throws IOException, InterruptedException {
		Path program = this.programs.resolve("guard_peer");
		// File::lock is stable since Rust 1.89; an older compiler counts as none
		return (output("rustc", "-O", "-o", program.toString(), extract("guard_peer.rs").toString()) != null)
				? List.of(program.toString()) : null;
	}

	private Path extract(String name) throws IOException {
		Path file = this.programs.resolve(name);
		try (InputStream source = Launcher.class.getResourceAsStream(name)) {
			Files.write(file, Objects.requireNonNull(source, name).readAllBytes());
		}
		return file;
	}

	/** What a program prints, null if there is none or it fails. */
	static @Nullable String output(String... command) throws IOException, InterruptedException {
		Process process;
		try {
			process = new ProcessBuilder(command).redirectErrorStream(true).start();
		}
		catch (IOException ex) {
			return null;
		}
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		return (process.waitFor() == 0) ? output : null;
	}

}
