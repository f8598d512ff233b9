package io.pimlock.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Runs something on another thread, with a deadline.
 */
final class Threads {

	private Threads() {
	}

	static FutureTask<Object> start(Callable<?> body) {
		FutureTask<Object> task = new FutureTask<>(body::call);
		Thread thread = new Thread(task, "test-thread");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	/**
	 * Runs it to the end.
	 * @return what it threw, null if it returned
	 */
	static Throwable run(Callable<?> body) throws Exception {
		try {
			start(body).get(30, TimeUnit.SECONDS);
			return null;
		}
		catch (ExecutionException ex) {
			return ex.getCause();
		}
	}

}
