package io.pimlock.benchmarks.contender;

import java.util.concurrent.locks.Lock;

/**
 * A lock inside one JVM.
 */
final class LocalContender implements Contender {

	private final Lock lock;

	LocalContender(Lock lock) {
		this.lock = lock;
	}

	@Override
	public void lock() {
		this.lock.lock();
	}

	@Override
	public void unlock() {
		this.lock.unlock();
	}

}
