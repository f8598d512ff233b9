package io.pimlock.benchmarks.contender;

/**
 * One lock that takes part in a comparison. One thread uses it at a time, or those that
 * it keeps out of each other's way.
 */
public interface Contender extends AutoCloseable {

	/**
	 * Waits for the lock and takes it.
	 * @throws Exception if that fails
	 */
	void lock() throws Exception;

	/**
	 * Gives the lock back.
	 * @throws Exception if that fails
	 */
	void unlock() throws Exception;

	@Override
	default void close() throws Exception {
	}

}
