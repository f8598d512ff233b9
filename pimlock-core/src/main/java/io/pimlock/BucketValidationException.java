package io.pimlock;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The path cannot be locked because of what it is, or what lies there. Waiting does not
 * help; {@link #reason()} says what would. The caller holds nothing that it did not hold
 * before, with the one exception that {@link Reason#LOCKFILE_RELEASE_BLOCKED} documents.
 */
public final class BucketValidationException extends PimlockException {

	private static final long serialVersionUID = 1L;

	private final String detail;

	private final String bucketId;

	private final transient @Nullable Path bucket;

	private final Reason reason;

	/**
	 * Creates the exception.
	 * @param reason what is wrong
	 * @param bucketId the directory's name, or what the caller gave where that is no path
	 * @param bucket the directory, null if what the caller gave is no path
	 * @param detail what was found and what the reader can do, without a path
	 * @param cause what caused it, null if nothing did
	 */
	public BucketValidationException(Reason reason, String bucketId, @Nullable Path bucket, String detail,
			@Nullable Throwable cause) {
		this(LockKind.BUCKET, reason, bucketId, bucket, detail, cause);
	}

	/**
	 * Creates the exception for any lock system.
	 * @param kind the lock system
	 * @param reason what is wrong
	 * @param bucketId the directory's name or the run's id, or what the caller gave where
	 * that is no path
	 * @param bucket the directory, null if what the caller gave is no path
	 * @param detail what was found and what the reader can do, without a path
	 * @param cause what caused it, null if nothing did
	 */
	public BucketValidationException(LockKind kind, Reason reason, String bucketId, @Nullable Path bucket,
			String detail, @Nullable Throwable cause) {
		super(kind.subject(bucketId) + " cannot be locked: " + detail, cause);
		this.detail = detail;
		this.reason = Objects.requireNonNull(reason, "reason");
		this.bucketId = Objects.requireNonNull(bucketId, "bucketId");
		this.bucket = bucket;
	}

	/**
	 * The bucket's id: the name of its directory.
	 * @return the id, or what the caller gave where that is no path
	 */
	public String bucketId() {
		return this.bucketId;
	}

	/**
	 * The bucket's directory.
	 * @return the path, empty if what the caller gave is none, or after deserialization
	 */
	public Optional<Path> bucket() {
		return Optional.ofNullable(this.bucket);
	}

	/**
	 * What is wrong.
	 * @return the reason
	 */
	public Reason reason() {
		return this.reason;
	}

	/**
	 * What was found and what the reader can do, without a name and without a path.
	 * @return the end of the message
	 */
	public String detail() {
		return this.detail;
	}

	/**
	 * What is wrong with a bucket.
	 */
	public enum Reason {

		/**
		 * There is no such directory; Pimlock never creates one.
		 */
		BUCKET_DIR_MISSING,

		/**
		 * Something else than a directory has that name.
		 */
		BUCKET_DIR_NOT_DIRECTORY,

		/**
		 * The directory was there and went away while it was being locked.
		 */
		BUCKET_DIR_DISAPPEARED,

		/**
		 * The lock file cannot be removed because another program keeps it open (Windows
		 * only): the bucket stays locked until this JVM ends or is closed.
		 */
		LOCKFILE_RELEASE_BLOCKED,

		/**
		 * One of the lock's files is a directory, a symbolic link or another node that is
		 * no regular file. It was left untouched.
		 */
		LOCKFILE_NOT_REGULAR,

		/**
		 * The path leads out of the configured root.
		 */
		PATH_OUTSIDE_ROOT,

		/**
		 * What was given is no path that can name a bucket: null, blank, relative without
		 * a root, or with characters that the platform refuses.
		 */
		PATH_INVALID,

		/**
		 * What was given is no run's id: empty, or longer than the filesystem lets names
		 * be.
		 */
		RUN_ID_INVALID

	}

}
