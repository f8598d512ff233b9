package io.pimlock.file;

import org.jspecify.annotations.Nullable;

/**
 * A thread's place in the queue for a slot, and what it gets there.
 */
final class Turn {

	private final Thread thread = Thread.currentThread();

	private final Bucket bucket;

	private final PimlockOptions options;

	private @Nullable BucketClaim claim;

	private volatile boolean granted;

	Turn(Bucket bucket, PimlockOptions options) {
		this.bucket = bucket;
		this.options = options;
	}

	Thread thread() {
		return this.thread;
	}

	/**
	 * Whether the claim is what the thread would make itself: on the same path, in the
	 * name of the same application.
	 */
	boolean accepts(BucketClaim claim) {
		return claim.isOf(this.bucket, this.options);
	}

	/**
	 * Gives the thread the permit.
	 * @param claim the hold on disk that goes with it, null if there is none
	 */
	void grant(@Nullable BucketClaim claim) {
		this.claim = claim;
		this.granted = true;
	}

	boolean isGranted() {
		return this.granted;
	}

	/** Keeps what the thread got by itself, for as long as it is not in use. */
	void keep(BucketClaim claim) {
		this.claim = claim;
	}

	/** What came with the permit, or was kept; only once it is granted. */
	@Nullable BucketClaim claim() {
		return this.claim;
	}

}
