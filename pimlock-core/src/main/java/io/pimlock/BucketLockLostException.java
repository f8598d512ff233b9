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
		this("The lock on bucket '" + bucketId + "' was lost while it was held (" + detail
				+ "); another writer may have been in the bucket", bucket, bucketId, fencingToken);
	}

	/**
	 * Creates the exception for a lock system without fencing tokens.
	 * @param kind the lock system
	 * @param directory the root or the store
	 * @param id the run's id or the directory's name
	 * @param detail what was found
	 */
	public BucketLockLostException(LockKind kind, Path directory, String id, String detail) {
		this(kind.subject(id) + ": the lock was lost while it was held (" + detail
				+ "); somebody else may have had it too", directory, id, 0);
	}

	private BucketLockLostException(String message, Path bucket, String bucketId, long fencingToken) {
		super(message, null);
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
	 * @return the token, 0 if the lock system has none
	 */
	public long fencingToken() {
		return this.fencingToken;
	}

}
