package io.pimlock.file;

import java.nio.file.Path;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bucket that a path stands for. Creates nothing.
 */
final class Buckets {

	private final LockFiles files;

	Buckets(LockFiles files) {
		this.files = files;
	}

	Bucket find(Path path, PimlockOptions options) {
		Path directory = ConfinedPaths.resolve(path, options.root());
		FileStatus target;
		try {
			target = this.files.target(directory);
			if (target == null && this.files.status(directory) != null) {
				throw new BucketValidationException(Reason.BUCKET_DIR_NOT_DIRECTORY, ConfinedPaths.id(directory),
						directory, "its path is a symbolic link that leads nowhere", null);
			}
		}
		catch (LockFileException ex) {
			if (ex.reason() == LockFileException.Reason.NOT_A_DIRECTORY) {
				throw missing(directory, ex);
			}
			throw Failures.of(new Bucket(directory, directory), ex);
		}
		if (target == null) {
			throw missing(directory, null);
		}
		if (target.type() != FileStatus.Type.DIRECTORY) {
			throw new BucketValidationException(Reason.BUCKET_DIR_NOT_DIRECTORY, ConfinedPaths.id(directory), directory,
					"its path is " + target.type().description() + ", not a directory", null);
		}
		return new Bucket(directory, target.identity());
	}

	private static BucketValidationException missing(Path directory, @Nullable LockFileException cause) {
		return new BucketValidationException(Reason.BUCKET_DIR_MISSING, ConfinedPaths.id(directory), directory,
				"there is no such directory; create it before locking it, Pimlock never does", cause);
	}

}
