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

	private ConfinedPaths() {
	}

	/**
	 * Resolves a path. Blocks no longer than looking at the directories takes.
	 * @param path the path; relative ones start at the root, or at the working directory
	 * where there is no root
	 * @param root what the path must lie inside (or be), null for no limit
	 * @return the absolute path, as it was named
	 * @throws BucketValidationException if the path is null, empty or of another
	 * filesystem than the default one ({@code PATH_INVALID}), or leads out of the root,
	 * symbolic links resolved ({@code PATH_OUTSIDE_ROOT})
	 */
	public static Path resolve(Path path, @Nullable Path root) {
		requireUsable(path);
		if (root == null) {
			return path.toAbsolutePath();
		}
		Path absoluteRoot = root.toAbsolutePath();
		Path resolved = absoluteRoot.resolve(path);
		if (!realPath(resolved).startsWith(realPath(absoluteRoot))) {
			throw new BucketValidationException(Reason.PATH_OUTSIDE_ROOT, id(resolved), resolved,
					"its path leads out of the configured root; name a directory inside it", null);
		}
		return resolved;
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
		if (path.toString().isBlank()) {
			throw new BucketValidationException(Reason.PATH_INVALID, path.toString(), null,
					"its path is blank; name a directory", null);
		}
		if (path.getFileSystem() != FileSystems.getDefault()) {
			throw new BucketValidationException(Reason.PATH_INVALID, path.toString(), null,
					"its path belongs to another file system than the operating system's", null);
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
