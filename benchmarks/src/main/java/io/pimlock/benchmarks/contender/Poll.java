package io.pimlock.benchmarks.contender;

/**
 * How users of locks that cannot wait do wait.
 */
final class Poll {

	private static final long INTERVAL_MILLIS = 50;

	private Poll() {
	}

	static void pause() throws InterruptedException {
		Thread.sleep(INTERVAL_MILLIS);
	}

}
