package io.pimlock.benchmarks.startup.application;

import io.pimlock.annotation.BucketLocked;

/**
 * The bean for which the application uses Pimlock.
 */
class Ledger {

	@BucketLocked(path = "#{#tenant}")
	int append(String tenant) {
		return tenant.length();
	}

}
