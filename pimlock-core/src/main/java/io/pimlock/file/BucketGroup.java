package io.pimlock.file;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import io.pimlock.BucketLock;

/**
 * A handle on several buckets, in lock order.
 */
final class BucketGroup implements BucketLock {

	private final List<BucketLock> members;

	BucketGroup(List<BucketLock> members) {
		this.members = List.copyOf(members);
	}

	@Override
	public Path bucket() {
		return this.members.get(0).bucket();
	}

	@Override
	public String bucketId() {
		return this.members.get(0).bucketId();
	}

	@Override
	public Instant acquiredAt() {
		// all are held from the last one's acquisition on
		return this.members.get(this.members.size() - 1).acquiredAt();
	}

	@Override
	public long fencingToken() {
		return this.members.get(0).fencingToken();
	}

	@Override
	public List<BucketLock> members() {
		return this.members;
	}

	@Override
	public BucketLock detach() {
		this.members.forEach(BucketLock::detach);
		return this;
	}

	@Override
	public boolean isIntact() {
		return this.members.stream().allMatch(BucketLock::isIntact);
	}

	@Override
	public void ensureIntact() {
		this.members.forEach(BucketLock::ensureIntact);
	}

	@Override
	public void close() {
		closeAll(this.members);
	}

	/**
	 * Closes all, the last first, whatever some of them throw; then throws the first
	 * exception with the others suppressed.
	 */
	static void closeAll(List<? extends BucketLock> locks) {
		Throwable failure = null;
		for (int i = locks.size() - 1; i >= 0; i--) {
			try {
				locks.get(i).close();
			}
			catch (Throwable ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure != null) {
			throw (RuntimeException) failure;
		}
	}

	@Override
	public String toString() {
		return "BucketLock" + this.members;
	}

}
