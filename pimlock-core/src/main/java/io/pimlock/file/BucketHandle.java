package io.pimlock.file;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;

/**
 * One handle on a hold.
 */
final class BucketHandle implements BucketLock {

	private static final String REVOCATION = "Pimlock was closed meanwhile";

	private final FileBucketLocks service;

	private final Bucket bucket;

	private final Hold hold;

	private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

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
	public BucketLock detach() {
		if (this.state.get() == State.OPEN) {
			this.hold.disown();
		}
		return this;
	}

	@Override
	public boolean isIntact() {
		return this.state.get() == State.OPEN && this.hold.isIntact();
	}

	@Override
	public void ensureIntact() {
		boolean open = this.state.get() == State.OPEN;
		if (!open || !this.hold.isIntact()) {
			throw lost(
					open ? "its lock files were removed or replaced, or cannot be read" : "the handle has been closed");
		}
	}

	@Override
	public void close() {
		if (this.state.compareAndSet(State.OPEN, State.CLOSED)) {
			this.service.closed(this);
		}
		else if (this.state.compareAndSet(State.REVOKED, State.CLOSED)) {
			throw lost(REVOCATION);
		}
	}

	/**
	 * Closes the handle in its user's place, who learns of it at closing it.
	 */
	void revoke() {
		if (this.state.compareAndSet(State.OPEN, State.REVOKED)) {
			this.service.closed(this);
		}
	}

	private BucketLockLostException lost(String why) {
		return new BucketLockLostException(bucket(), bucketId(), fencingToken(), why);
	}

	@Override
	public String toString() {
		return "BucketLock[" + bucketId() + ", token " + fencingToken()
				+ ((this.state.get() == State.OPEN) ? "" : ", closed") + "]";
	}

	private enum State {

		/** In use. */
		OPEN,

		/** Closed by its user. */
		CLOSED,

		/** Closed with the engine, which its user does not know yet. */
		REVOKED

	}

}
