package io.pimlock;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Somebody else holds the bucket, and did so until the wait timeout. The caller holds
 * nothing that it did not hold before. Trying again later is the right answer.
 */
public final class BucketBusyException extends PimlockException {

	private static final long serialVersionUID = 1L;

	private final transient @Nullable Path bucket;

	private final String bucketId;

	private final transient @Nullable LockHolder holder;

	private final long holdingPid;

	private final Duration waited;

	private BucketBusyException(String message, Path bucket, String bucketId, @Nullable LockHolder holder,
			Duration waited) {
		super(message, null);
		this.bucket = bucket;
		this.bucketId = bucketId;
		this.holder = holder;
		this.holdingPid = (holder != null) ? holder.pid() : 0;
		this.waited = waited;
	}

	/**
	 * The bucket is held by another thread of this JVM.
	 * @param bucket the bucket's directory
	 * @param bucketId the directory's name
	 * @param thread the holding thread's name, null if it is just changing
	 * @param holder this process
	 * @param waited how long the caller waited
	 * @return the exception
	 */
	public static BucketBusyException heldHere(Path bucket, String bucketId, @Nullable String thread, LockHolder holder,
			Duration waited) {
		String who = (thread != null) ? "by thread '" + thread + "' of this JVM" : "by this JVM";
		return new BucketBusyException(message(bucketId, who + " (process " + holder.pid() + ")", waited), bucket,
				bucketId, holder, waited);
	}

	/**
	 * The bucket is held by another process.
	 * @param bucket the bucket's directory
	 * @param bucketId the directory's name
	 * @param holder who holds it, null if unknown
	 * @param waited how long the caller waited
	 * @return the exception
	 */
	public static BucketBusyException heldElsewhere(Path bucket, String bucketId, @Nullable LockHolder holder,
			Duration waited) {
		String who = "by " + ((holder != null) ? holder.describe() : "another process");
		return new BucketBusyException(message(bucketId, who, waited), bucket, bucketId, holder, waited);
	}

	private static String message(String bucketId, String who, Duration waited) {
		return "Bucket '" + bucketId + "' is held " + who + "; gave up after " + waited.toMillis() + " ms";
	}

	/**
	 * The bucket's directory.
	 * @return the absolute path, empty after deserialization
	 */
	public Optional<Path> bucket() {
		return Optional.ofNullable(this.bucket);
	}

	/**
	 * The bucket's id: the name of its directory.
	 * @return the id
	 */
	public String bucketId() {
		return this.bucketId;
	}

	/**
	 * The process that holds the bucket.
	 * @return its pid, 0 if unknown
	 */
	public long holdingPid() {
		return this.holdingPid;
	}

	/**
	 * Who holds the bucket.
	 * @return what is known of the holder, empty if nothing is
	 */
	public Optional<LockHolder> holder() {
		return Optional.ofNullable(this.holder);
	}

	/**
	 * How long the caller waited.
	 * @return the time between the call and the refusal
	 */
	public Duration waited() {
		return this.waited;
	}

}
