package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;

/**
 * Finds out whether the kernel lock can be relied on in a directory.
 */
public final class KernelLockCheck {

	private KernelLockCheck() {
	}

	/**
	 * Creates a file in the directory, lets two descriptors compete for its kernel lock,
	 * and removes it again. Takes well under a millisecond on a local filesystem and does
	 * not wait for anybody.
	 * @param directory an existing directory
	 * @throws BucketLockIoException if the filesystem refuses the lock or grants it twice
	 * ({@code UNSUPPORTED}), or the file cannot be created (any other kind)
	 * @throws io.pimlock.BucketValidationException if there is no such directory
	 * @throws io.pimlock.NativeAccessException if native code cannot be called
	 */
	public static void run(Path directory) {
		run(directory, LockFiles.system());
	}

	static void run(Path directory, LockFiles files) {
		Bucket bucket = new Buckets(files).find(directory, PimlockOptions.defaults());
		Path probe = bucket.directory().resolve(".pimlock-check-" + UUID.randomUUID());
		try (LockFile first = files.create(probe, PosixFilePermissions.fromString("rw-------"))) {
			try (LockFile second = files.open(probe)) {
				compete(bucket, first, second);
			}
			finally {
				files.delete(probe);
			}
		}
		catch (LockFileException ex) {
			throw Failures.of(bucket, ex);
		}
	}

	private static void compete(Bucket bucket, LockFile first, LockFile second) throws LockFileException {
		if (!first.tryLock(LockMode.EXCLUSIVE)) {
			throw unreliable(bucket, "it refuses a lock that nobody holds");
		}
		if (second.tryLock(LockMode.EXCLUSIVE)) {
			throw unreliable(bucket, "it grants one lock twice");
		}
		first.unlock();
		if (!second.tryLock(LockMode.EXCLUSIVE)) {
			throw unreliable(bucket, "it keeps a lock that was given back");
		}
		second.unlock();
	}

	private static BucketLockIoException unreliable(Bucket bucket, String why) {
		return new BucketLockIoException(Kind.UNSUPPORTED, bucket.directory(), bucket.id(),
				"the kernel lock of its filesystem cannot be relied on: " + why + "; use a local filesystem", null);
	}

}
