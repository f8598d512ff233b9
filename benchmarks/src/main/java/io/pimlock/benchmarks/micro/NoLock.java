package io.pimlock.benchmarks.micro;

import java.nio.file.Path;
import java.time.Instant;

import io.pimlock.BucketLock;

/**
 * A handle on nothing.
 */
final class NoLock implements BucketLock {

	@Override
	public Path bucket() {
		return Path.of("none");
	}

	@Override
	public String bucketId() {
		return "none";
	}

	@Override
	public Instant acquiredAt() {
		return Instant.EPOCH;
	}

	@Override
	public long fencingToken() {
		return 1;
	}

	@Override
	public boolean isIntact() {
		return true;
	}

	@Override
	public void ensureIntact() {
	}

	@Override
	public void close() {
	}

}
