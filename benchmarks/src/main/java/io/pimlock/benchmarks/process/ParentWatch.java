package io.pimlock.benchmarks.process;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Ends a process when the one that started it is gone.
 */
final class ParentWatch {

	private ParentWatch() {
	}

	/** For a process that reads nothing from its standard input. */
	static void start() {
		Thread watch = new Thread(() -> {
			try {
				System.in.transferTo(OutputStream.nullOutputStream());
			}
			catch (IOException ex) {
				// the same as its end
			}
			Runtime.getRuntime().halt(3);
		}, "parent-watch");
		watch.setDaemon(true);
		watch.start();
	}

}
