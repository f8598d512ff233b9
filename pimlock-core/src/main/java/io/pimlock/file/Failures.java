package io.pimlock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.LockKind;
import io.pimlock.PimlockException;
import io.pimlock.kernel.LockFileException;

/**
 * Turns what the operating system refused into what the caller can act on.
 */
final class Failures {

	/** S_ISVTX of stat.h. */
	private static final int STICKY = 01000;

	private Failures() {
	}

	static PimlockException of(Bucket bucket, LockFileException cause) {
		String said = String.valueOf(cause.getMessage());
		return switch (cause.reason()) {
			case MISSING,
					NOT_A_DIRECTORY ->
				Files.isDirectory(bucket.directory()) ? io(Kind.OTHER, bucket, said, cause)
						: new BucketValidationException(Reason.BUCKET_DIR_DISAPPEARED, bucket.id(), bucket.directory(),
								"its directory went away while it was being locked", cause);
			case NOT_REGULAR -> new BucketValidationException(Reason.LOCKFILE_NOT_REGULAR, bucket.id(),
					bucket.directory(), "one of its lock files is no regular file (" + said
							+ "); it was left untouched, remove it if nobody needs it",
					cause);
			case PERMISSION -> io(Kind.PERMISSION, bucket,
					said + "; this process runs as user '" + System.getProperty("user.name") + "', "
							+ owners(bucket, cause)
							+ "; share buckets between users with a common group and pimlock.file-permissions",
					cause);
			case READ_ONLY -> io(Kind.READ_ONLY, bucket,
					"its filesystem is mounted read-only, a lock needs to write (" + said + ")", cause);
			case NO_SPACE -> io(Kind.NO_SPACE, bucket,
					"there is no space left for the lock's files, in bytes, inodes or quota (" + said + ")", cause);
			case UNSUPPORTED -> io(Kind.UNSUPPORTED, bucket,
					"its filesystem has no kernel lock that can be relied on (" + said + "); use a local filesystem",
					cause);
			case RESOURCE_LIMIT -> io(Kind.RESOURCE_LIMIT, bucket,
					"the process or the system has no descriptors or kernel locks left (" + said + "); see ulimit -n",
					cause);
			case EXISTS, NAME_TOO_LONG, OTHER -> io(Kind.OTHER, bucket, said, cause);
		};
	}

	/**
	 * The same for another lock system.
	 */
	static PimlockException of(LockKind kind, String id, Bucket directory, LockFileException cause) {
		return of(kind, id, of(directory, cause));
	}

	/**
	 * What was said of a bucket, said of what another lock system locks.
	 */
	static PimlockException of(LockKind kind, String id, PimlockException ofBucket) {
		if (ofBucket instanceof BucketValidationException invalid) {
			return new BucketValidationException(kind, invalid.reason(), id, invalid.bucket().orElse(null),
					invalid.detail(), invalid.getCause());
		}
		if (ofBucket instanceof BucketLockIoException refused) {
			IOException cause = (refused.getCause() instanceof IOException ex) ? ex : null;
			return new BucketLockIoException(kind, refused.kind(), refused.bucket().orElseThrow(), id, refused.detail(),
					cause);
		}
		return ofBucket;
	}

	private static BucketLockIoException io(Kind kind, Bucket bucket, String detail, LockFileException cause) {
		return new BucketLockIoException(kind, bucket.directory(), bucket.id(), detail, cause);
	}

	private static String owners(Bucket bucket, LockFileException cause) {
		String directory = "the directory " + owner(bucket.directory());
		Path file = cause.file();
		return (file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !file.equals(bucket.directory()))
				? file.getFileName() + " " + owner(file) + ", " + directory : directory;
	}

	private static String owner(Path file) {
		try {
			PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class,
					LinkOption.NOFOLLOW_LINKS);
			boolean sticky = ((int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & STICKY) != 0;
			return "belongs to '" + attributes.owner().getName() + "' with mode "
					+ PosixFilePermissions.toString(attributes.permissions())
					+ (sticky ? " and the sticky bit, so that only owners may remove files" : "");
		}
		catch (IOException | UnsupportedOperationException | IllegalArgumentException ex) {
			return "has an owner and a mode that cannot be read";
		}
	}

}
