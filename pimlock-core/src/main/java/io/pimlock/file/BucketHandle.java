package io.pimlock.file;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;

/**
 * One handle on a hold.
 */
final class BucketHandle implements BucketLock {

	private final FileBucketLocks service;

	private final Bucket bucket;

	private final Hold hold;

	private final AtomicBoolean closed = new AtomicBoolean();

	BucketHandle(FileBucketLocks service, Bucket bucket, Hold hold) {
		this.service = service;
		this.bucket = bucket;
		this.hold = hold;
	}

	Hold hold() {
		return this.hold;
	}

	@Override
	public Path bucket() {
		return this.bucket.directory();
	}

	@Override
	public String bucketId() {
		return this.bucket.id();
	}

	@Override
	public Instant acquiredAt() {
		return this.hold.acquiredAt();
	}

	@Override
	public long fencingToken() {
		return this.hold.token();
	}

	@Override
	public boolean isIntact() {
		return !this.closed.get() && this.hold.isIntact();
	}

	@Override
	public void ensureIntact() {
		if (this.closed.get()) {
			throw new BucketLockLostException(bucket(), bucketId(), fencingToken(), "this handle has been closed");
		}
		if (!this.hold.isIntact()) {
			throw new BucketLockLostException(bucket(), bucketId(), fencingToken(),
					"its lock files were removed or replaced");
		}
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			this.service.closed(this);
		}
	}

	@Override
	public String toString() {
		return "BucketLock[" + bucketId() + ", token " + fencingToken() + (this.closed.get() ? ", closed" : "") + "]";
	}

}
