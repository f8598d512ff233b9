package io.pimlock.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Signals that {@link Process} cannot send.
 */
final class Signals {

	private Signals() {
	}

	/**
	 * Stops a process and lets it go on after a while. Another process does both, so that
	 * nobody stays stopped if the referee dies in between.
	 * @return that other process, which ends when the first one goes on
	 */
	static Process stop(long pid, Duration length) throws IOException {
		return new ProcessBuilder("sh", "-c", "kill -STOP $0; sleep $1; kill -CONT $0", Long.toString(pid),
				String.format(Locale.ROOT, "%.3f", length.toMillis() / 1000.0))
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	/** Makes a JVM write its threads into its log. */
	static void dump(Worker worker) throws IOException, InterruptedException {
		if (worker.kind().isJava()) {
			Launcher.output("kill", "-QUIT", Long.toString(worker.pid()));
			TimeUnit.SECONDS.sleep(1);
		}
	}

}
