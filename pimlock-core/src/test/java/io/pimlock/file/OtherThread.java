package io.pimlock.file;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.pimlock.Pimlock;
import org.awaitility.Awaitility;

/**
 * Runs parts of a test on another thread.
 */
final class OtherThread {

	private OtherThread() {
	}

	/** Runs the body and waits for it; what it throws, the test throws. */
	static void run(Body body) throws Exception {
		CompletableFuture<Void> done = new CompletableFuture<>();
		start(() -> {
			try {
				body.run();
				done.complete(null);
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		});
		try {
			done.get(2, TimeUnit.MINUTES);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw ex;
		}
	}

	static Thread start(Body body) {
		Thread thread = new Thread(() -> {
			try {
				body.run();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, "other");
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	static void awaitWaiting(Pimlock pimlock, int threads) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.pollInterval(Duration.ofMillis(2))
			.until(() -> pimlock.waitingLocks().size() == threads);
	}

	interface Body {

		void run() throws Exception;

	}

}
