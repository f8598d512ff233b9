package io.pimlock.samples.quickstart;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts processes for a test, kills all of them after it, and shows what they said if it
 * failed.
 */
class QuickstartProcesses implements AfterEachCallback {

	private final List<QuickstartProcess> started = new CopyOnWriteArrayList<>();

	private final Thread killer = new Thread(this::killAll);

	QuickstartProcess start(Path root, String... args) {
		if (this.started.isEmpty()) {
			// The build may give this JVM up before the test has ended.
			Runtime.getRuntime().addShutdownHook(this.killer);
		}
		QuickstartProcess process = QuickstartProcess.start(root, args);
		this.started.add(process);
		return process;
	}

	@Override
	public void afterEach(ExtensionContext context) {
		killAll();
		if (context.getExecutionException().isPresent()) {
			this.started.forEach(
					(process) -> System.out.println("Output of process " + process.pid() + ":\n" + process.output()));
		}
		if (!this.started.isEmpty()) {
			Runtime.getRuntime().removeShutdownHook(this.killer);
		}
	}

	private void killAll() {
		this.started.forEach(QuickstartProcess::kill);
	}

}
