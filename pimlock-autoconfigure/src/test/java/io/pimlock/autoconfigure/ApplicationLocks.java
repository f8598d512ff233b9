package io.pimlock.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.HeldLock;
import io.pimlock.LockKind;

/**
 * A service of an application, which always holds one lock.
 */
class ApplicationLocks implements BucketLockService {

	@Override
	public BucketLock acquire(Path bucket) {
		throw new UnsupportedOperationException();
	}

	@Override
	public BucketLock acquire(Path bucket, Duration waitTimeout) {
		throw new UnsupportedOperationException();
	}

	@Override
	public BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout) {
		throw new UnsupportedOperationException();
	}

	@Override
	public BucketLockState inspect(Path bucket) {
		throw new UnsupportedOperationException();
	}

	@Override
	public List<HeldLock> heldLocks() {
		return List.of(new HeldLock("1", LockKind.BUCKET, "acme", Path.of("acme").toAbsolutePath(), "main",
				Instant.EPOCH, 1, 1, true));
	}

}
