package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.HeldLock;

/**
 * Grants every lock, or fails as it is told to, and remembers what it was asked for.
 */
class RecordingLocks implements BucketLockService {

	final List<Path> held = new CopyOnWriteArrayList<>();

	final List<String> calls = new CopyOnWriteArrayList<>();

	int closed;

	RuntimeException failureOnAcquire;

	RuntimeException failureOnClose;

	boolean returnsNull;

	boolean holds(Path bucket) {
		return this.held.contains(bucket);
	}

	@Override
	public BucketLock acquire(Path bucket) {
		return grant("acquire " + bucket, List.of(bucket));
	}

	@Override
	public BucketLock acquire(Path bucket, Duration waitTimeout) {
		return grant("acquire " + bucket + " " + waitTimeout, List.of(bucket));
	}

	@Override
	public BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout) {
		return grant("acquireAll " + buckets + " " + waitTimeout, buckets);
	}

	private BucketLock grant(String call, Collection<Path> buckets) {
		this.calls.add(call);
		if (this.failureOnAcquire != null) {
			throw this.failureOnAcquire;
		}
		if (this.returnsNull) {
			return null;
		}
		this.held.addAll(buckets);
		return new Handle(new ArrayList<>(buckets));
	}

	@Override
	public BucketLockState inspect(Path bucket) {
		throw new UnsupportedOperationException();
	}

	@Override
	public List<HeldLock> heldLocks() {
		return List.of();
	}

	private final class Handle implements BucketLock {

		private final List<Path> buckets;

		private final AtomicBoolean open = new AtomicBoolean(true);

		Handle(List<Path> buckets) {
			this.buckets = buckets;
		}

		@Override
		public Path bucket() {
			return this.buckets.get(0);
		}

		@Override
		public String bucketId() {
			return bucket().getFileName().toString();
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
			return this.open.get();
		}

		@Override
		public void ensureIntact() {
		}

		@Override
		public void close() {
			RecordingLocks.this.closed++;
			if (this.open.compareAndSet(true, false)) {
				this.buckets.forEach(RecordingLocks.this.held::remove);
			}
			if (RecordingLocks.this.failureOnClose != null) {
				throw RecordingLocks.this.failureOnClose;
			}
		}

	}

}
