package io.pimlock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The operating system refused what the lock needs. This is never contention: waiting
 * does not help, and {@link #kind()} says what does. The caller holds nothing that it did
 * not hold before.
 */
public final class BucketLockIoException extends PimlockException {

	private static final long serialVersionUID = 1L;

	private final transient @Nullable Path bucket;

	private final String detail;

	private final String bucketId;

	private final Kind kind;

	/**
	 * Creates the exception.
	 * @param kind what sort of refusal it was
	 * @param bucket the bucket's directory
	 * @param bucketId the directory's name
	 * @param detail what failed and what the reader can do, without a path
	 * @param cause the refusal itself, null if it was not an exception
	 */
	public BucketLockIoException(Kind kind, Path bucket, String bucketId, String detail, @Nullable IOException cause) {
		this(LockKind.BUCKET, kind, bucket, bucketId, detail, cause);
	}

	/**
	 * Creates the exception for any lock system.
	 * @param lock the lock system
	 * @param kind what sort of refusal it was
	 * @param bucket the directory
	 * @param bucketId the directory's name or the run's id
	 * @param detail what failed and what the reader can do, without a path
	 * @param cause the refusal itself, null if it was not an exception
	 */
	public BucketLockIoException(LockKind lock, Kind kind, Path bucket, String bucketId, String detail,
			@Nullable IOException cause) {
		super(lock.subject(bucketId) + " cannot be locked: " + detail, cause);
		this.detail = detail;
		this.kind = Objects.requireNonNull(kind, "kind");
		this.bucket = Objects.requireNonNull(bucket, "bucket");
		this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
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
	 * What sort of refusal it was.
	 * @return the kind
	 */
	public Kind kind() {
		return this.kind;
	}

	/**
	 * What failed and what the reader can do, without a name and without a path.
	 * @return the end of the message
	 */
	public String detail() {
		return this.detail;
	}

	/**
	 * What sort of refusal the operating system answered with.
	 */
	public enum Kind {

		/**
		 * This user may not do that here: {@code EACCES} or {@code EPERM}.
		 */
		PERMISSION,

		/**
		 * The filesystem is mounted read-only: {@code EROFS}.
		 */
		READ_ONLY,

		/**
		 * The filesystem or the user's quota is full, in bytes or in inodes:
		 * {@code ENOSPC} or {@code EDQUOT}.
		 */
		NO_SPACE,

		/**
		 * The filesystem has no usable kernel lock: it refuses the call, or grants one
		 * lock twice.
		 */
		UNSUPPORTED,

		/**
		 * The process or the system ran out of descriptors or kernel locks:
		 * {@code EMFILE}, {@code ENFILE} or {@code ENOLCK}.
		 */
		RESOURCE_LIMIT,

		/**
		 * Anything else, such as a failing disk.
		 */
		OTHER

	}

}
