package io.pimlock.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Resolves bucket paths against a root, and keeps them inside it.
 */
public final class ConfinedPaths {

	private static final Path PARENT = Path.of("..");

	private ConfinedPaths() {
	}

	/**
	 * Resolves a path. Only if its names alone do not show where it leads, looks at the
	 * disk, and blocks no longer than that takes. What the names may hide, which is
	 * symbolic links, the engine looks for when it is to lock or inspect the directory.
	 * @param path the path; relative ones start at the root, or at the working directory
	 * where there is no root
	 * @param root what the path must lie inside (or be), null for no limit
	 * @return the absolute path, as it was named
	 * @throws BucketValidationException if the path is null, empty or of another
	 * filesystem than the default one ({@code PATH_INVALID}), or leads out of the root
	 * ({@code PATH_OUTSIDE_ROOT})
	 */
	public static Path resolve(Path path, @Nullable Path root) {
		requireUsable(path);
		if (root == null) {
			return path.toAbsolutePath();
		}
		Path absoluteRoot = root.toAbsolutePath();
		Path resolved = absoluteRoot.resolve(path);
		if (!isBelow(resolved, absoluteRoot)) {
			requireInside(resolved, absoluteRoot);
		}
		return resolved;
	}

	/**
	 * Whether the names lead from the root down to the path, if they are no links.
	 */
	static boolean isBelow(Path path, Path root) {
		if (!path.startsWith(root)) {
			return false;
		}
		for (int i = root.getNameCount(); i < path.getNameCount(); i++) {
			if (path.getName(i).equals(PARENT)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Refuses what leads out of the root, symbolic links resolved.
	 */
	static void requireInside(Path path, Path root) {
		if (!realPath(path).startsWith(realPath(root))) {
			throw new BucketValidationException(Reason.PATH_OUTSIDE_ROOT, id(path), path,
					"its path leads out of the configured root; name a directory inside it", null);
		}
	}

	/**
	 * The id of a bucket: the name of its directory.
	 * @param path the directory
	 * @return the name, or a slash for the filesystem's root
	 */
	static String id(Path path) {
		Path name = path.toAbsolutePath().normalize().getFileName();
		return (name != null) ? name.toString() : "/";
	}

	@SuppressWarnings("ConstantValue")
	private static void requireUsable(@Nullable Path path) {
		if (path == null) {
			throw new BucketValidationException(Reason.PATH_INVALID, "null", null, "its path is null", null);
		}
		if (path.getNameCount() == 1 && path.toString().isBlank()) {
			throw new BucketValidationException(Reason.PATH_INVALID, path.toString(), null,
					"its path is blank; name a directory", null);
		}
		if (path.getFileSystem() != FileSystems.getDefault()) {
			throw new BucketValidationException(Reason.PATH_INVALID, path.toString(), null,
					"its path belongs to another file system than the operating system's", null);
		}
	}

	/**
	 * The real path of a directory that exists, or the path as it is if there is none.
	 */
	static Path existing(Path directory) {
		try {
			return directory.toRealPath();
		}
		catch (IOException ex) {
			return directory;
		}
	}

	/**
	 * The real path of what exists of it; what does not exist yet cannot contain symbolic
	 * links, but may climb with {@code ..}, which normalizing takes into account.
	 */
	private static Path realPath(Path path) {
		for (Path existing = path; existing != null; existing = existing.getParent()) {
			try {
				return existing.toRealPath().resolve(existing.relativize(path)).normalize();
			}
			catch (IOException ex) {
				// not there, or not to be looked at: try its parent
			}
		}
		return path.normalize();
	}

}
