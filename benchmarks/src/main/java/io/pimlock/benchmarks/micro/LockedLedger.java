package io.pimlock.benchmarks.micro;

import io.pimlock.annotation.BucketLocked;

/**
 * A service that locks a bucket for each call.
 */
class LockedLedger {

	private int length;

	@BucketLocked(path = "${benchmarks.prefix:}tenant-7")
	int appendToOne(String tenant) {
		this.length += tenant.length();
		return this.length;
	}

	@BucketLocked(path = "${benchmarks.prefix:}#{#tenant}")
	int append(String tenant) {
		this.length += tenant.length();
		return this.length;
	}

}
