package io.pimlock.benchmarks.micro;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.HeldLock;

/**
 * An engine that locks nothing: every bucket gets the same handle.
 */
final class NoLocks implements BucketLockService {

	private static final BucketLock HANDLE = new NoLock();

	@Override
	public BucketLock acquire(Path bucket) {
		return HANDLE;
	}

	@Override
	public BucketLock acquire(Path bucket, Duration waitTimeout) {
		return HANDLE;
	}

	@Override
	public BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout) {
		return HANDLE;
	}

	@Override
	public BucketLockState inspect(Path bucket) {
		throw new UnsupportedOperationException();
	}

	@Override
	public List<HeldLock> heldLocks() {
		return List.of();
	}

}
