package io.pimlock.file;

import java.nio.file.Path;
import java.util.Objects;

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
			FileStatus named = confine(directory, options.root());
			target = (named == null || isPlainDirectory(named)) ? named : this.files.target(directory);
			if (target == null && named != null) {
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
		if (!isDirectory(target)) {
			throw new BucketValidationException(Reason.BUCKET_DIR_NOT_DIRECTORY, ConfinedPaths.id(directory), directory,
					"its path is " + target.type().description() + ", not a directory", null);
		}
		return new Bucket(directory, target.identity());
	}

	/**
	 * Looks at the directory's name, without following it, and keeps it inside the root.
	 * If it is a directory, and all between the root and it are, none of them a link,
	 * then it lies where its names say. That is cheap; to resolve all links is not.
	 * @return what the name stands for, null if there is nothing
	 */
	private @Nullable FileStatus confine(Path directory, @Nullable Path root) throws LockFileException {
		if (root == null) {
			return this.files.status(directory);
		}
		Path absoluteRoot = root.toAbsolutePath();
		FileStatus named = null;
		boolean plain = false;
		try {
			named = this.files.status(directory);
			plain = named != null && isPlainDirectory(named) && arePlainDirectoriesBetween(absoluteRoot, directory);
		}
		finally {
			// also before an error tells of what is outside
			if (!plain) {
				ConfinedPaths.requireInside(directory, absoluteRoot);
			}
		}
		return named;
	}

	private boolean arePlainDirectoriesBetween(Path root, Path directory) throws LockFileException {
		if (!ConfinedPaths.isBelow(directory, root)) {
			return false;
		}
		Path parent = directory;
		for (int depth = directory.getNameCount() - root.getNameCount(); depth > 1; depth--) {
			parent = Objects.requireNonNull(parent.getParent());
			FileStatus between = this.files.status(parent);
			if (between == null || !isPlainDirectory(between)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether it is a directory and certainly no link. Where files have no numbers, what
	 * seems to be a directory may be a junction.
	 */
	private static boolean isPlainDirectory(FileStatus status) {
		return isDirectory(status) && !(status.identity() instanceof Path);
	}

	private static boolean isDirectory(FileStatus status) {
		return status.type() == FileStatus.Type.DIRECTORY;
	}

	private static BucketValidationException missing(Path directory, @Nullable LockFileException cause) {
		return new BucketValidationException(Reason.BUCKET_DIR_MISSING, ConfinedPaths.id(directory), directory,
				"there is no such directory; create it before locking it, Pimlock never does", cause);
	}

}
