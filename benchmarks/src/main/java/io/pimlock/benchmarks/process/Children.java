package io.pimlock.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.pimlock.benchmarks.contender.LockDatabase;

/**
 * Starts the processes of a measurement, and ends those that are left.
 */
final class Children implements AutoCloseable {

	private static final int PATIENCE_SECONDS = 300;

	private final Path programs;

	private final List<Process> started = new ArrayList<>();

	/**
	 * Creates it.
	 * @param programs where the compiled C programs are, if they are
	 */
	Children(Path programs) {
		this.programs = programs;
	}

	/** Whether a C program could be compiled. */
	boolean has(String program) {
		return Files.isExecutable(this.programs.resolve(program));
	}

	Process program(String program, Object... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(this.programs.resolve(program).toString());
		return start(command, arguments);
	}

	Process jvm(Class<?> main, Object... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED", "-cp",
				System.getProperty("java.class.path")));
		for (String property : List.of("logback.configurationFile", LockDatabase.URL_PROPERTY)) {
			String value = System.getProperty(property);
			if (value != null) {
				command.add("-D" + property + "=" + value);
			}
		}
		command.add(main.getName());
		return start(command, arguments);
	}

	private Process start(List<String> command, Object... arguments) throws IOException {
		for (Object argument : arguments) {
			command.add(argument.toString());
		}
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		this.started.add(process);
		return process;
	}

	/** Waits until all have ended by themselves. */
	void join() throws InterruptedException {
		for (Process process : this.started) {
			if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				throw new IllegalStateException("A process did not end: " + process.info());
			}
			if (process.exitValue() != 0) {
				throw new IllegalStateException("A process failed with exit code " + process.exitValue());
			}
		}
	}

	@Override
	public void close() {
		for (Process process : this.started) {
			process.destroyForcibly();
		}
	}

}
