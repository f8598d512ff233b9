package io.pimlock;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What a look at a bucket found.
 */
public final class BucketLockState {

	private final Path bucket;

	private final String bucketId;

	private final Status status;

	private final @Nullable LockHolder holder;

	private final String explanation;

	/**
	 * Creates a state.
	 * @param bucket the bucket's directory, absolute
	 * @param bucketId the directory's name
	 * @param status the verdict
	 * @param holder who holds or last held it, null if nobody or unknown
	 * @param explanation why the verdict is what it is, one sentence without a path
	 */
	public BucketLockState(Path bucket, String bucketId, Status status, @Nullable LockHolder holder,
			String explanation) {
		this.bucket = Objects.requireNonNull(bucket, "bucket");
		this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
		this.status = Objects.requireNonNull(status, "status");
		this.holder = holder;
		this.explanation = Objects.requireNonNull(explanation, "explanation");
	}

	/**
	 * The bucket's directory.
	 * @return the absolute path
	 */
	public Path bucket() {
		return this.bucket;
	}

	/**
	 * The bucket's id: the name of its directory.
	 * @return the id
	 */
	public String bucketId() {
		return this.bucketId;
	}

	/**
	 * The verdict.
	 * @return the status
	 */
	public Status status() {
		return this.status;
	}

	/**
	 * Who holds the bucket, or who held it when it died.
	 * @return the holder, empty if nobody does or nothing is known
	 */
	public Optional<LockHolder> holder() {
		return Optional.ofNullable(this.holder);
	}

	/**
	 * Why the verdict is what it is.
	 * @return one sentence that contains no path
	 */
	public String explanation() {
		return this.explanation;
	}

	@Override
	public String toString() {
		return "BucketLockState[" + this.bucketId + ": " + this.status + ", " + this.explanation + "]";
	}

	/**
	 * The verdict on a bucket.
	 */
	public enum Status {

		/**
		 * Nobody holds it.
		 */
		FREE,

		/**
		 * This process holds it.
		 */
		HELD_HERE,

		/**
		 * Another process holds it.
		 */
		HELD,

		/**
		 * Its holder is dead; the next acquirer takes it over at once.
		 */
		STALE,

		/**
		 * It cannot be told; acquirers treat it as held or refuse it.
		 */
		UNKNOWN

	}

}
