package io.pimlock;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The lock was lost while it was held: somebody removed or replaced its files. What was
 * done under it may have met another writer. Thrown by {@link BucketLock#close()}, after
 * which the caller holds nothing, and by {@link BucketLock#ensureIntact()}, which changes
 * nothing.
 */
public final class BucketLockLostException extends PimlockException {

	private static final long serialVersionUID = 1L;

	private final transient @Nullable Path bucket;

	private final String bucketId;

	private final long fencingToken;

	/**
	 * Creates the exception.
	 * @param bucket the bucket's directory
	 * @param bucketId the directory's name
	 * @param fencingToken the token of the hold that was lost
	 * @param detail what was found
	 */
	public BucketLockLostException(Path bucket, String bucketId, long fencingToken, String detail) {
		super("The lock on bucket '" + bucketId + "' was lost while it was held (" + detail
				+ "); another writer may have been in the bucket", null);
		this.bucket = Objects.requireNonNull(bucket, "bucket");
		this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
		this.fencingToken = fencingToken;
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
	 * The fencing token of the hold that was lost.
	 * @return the token
	 */
	public long fencingToken() {
		return this.fencingToken;
	}

}
