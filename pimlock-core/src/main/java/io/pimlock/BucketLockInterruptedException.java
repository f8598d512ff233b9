package io.pimlock;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The thread was interrupted while it waited for a bucket. Its interrupt flag is set
 * again; it holds nothing that it did not hold before.
 */
public final class BucketLockInterruptedException extends PimlockException {

	private static final long serialVersionUID = 1L;

	private final String bucketId;

	private final Duration waited;

	/**
	 * Creates the exception. Setting the interrupt flag is the thrower's job.
	 * @param bucketId the directory's name
	 * @param waited how long the caller had waited
	 * @param cause the interruption, null if the flag was set on entry
	 */
	public BucketLockInterruptedException(String bucketId, Duration waited, @Nullable InterruptedException cause) {
		this(LockKind.BUCKET, bucketId, waited, cause);
	}

	/**
	 * Creates the exception for any lock system. Setting the interrupt flag is the
	 * thrower's job.
	 * @param kind the lock system
	 * @param bucketId the directory's name
	 * @param waited how long the caller had waited
	 * @param cause the interruption, null if the flag was set on entry
	 */
	public BucketLockInterruptedException(LockKind kind, String bucketId, Duration waited,
			@Nullable InterruptedException cause) {
		super("Interrupted after " + waited.toMillis() + " ms of waiting for " + kind.noun(bucketId), cause);
		this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
		this.waited = waited;
	}

	/**
	 * The bucket's id: the name of its directory.
	 * @return the id
	 */
	public String bucketId() {
		return this.bucketId;
	}

	/**
	 * How long the caller had waited.
	 * @return the time between the call and the interruption
	 */
	public Duration waited() {
		return this.waited;
	}

}
