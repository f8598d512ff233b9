package io.pimlock.benchmarks.scale;

import java.lang.management.ManagementFactory;

/**
 * How much of the heap is in use once everything unreachable is gone.
 */
final class Heap {

	private static final int COLLECTIONS = 4;

	private Heap() {
	}

	static long used() throws InterruptedException {
		for (int i = 0; i < COLLECTIONS; i++) {
			System.gc();
			// references are cleared, cleaners run
			Thread.sleep(100);
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

}
