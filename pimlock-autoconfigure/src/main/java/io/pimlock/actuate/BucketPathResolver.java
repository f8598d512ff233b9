package io.pimlock.actuate;

import java.nio.file.Path;

/**
 * Makes the path of a bucket absolute and keeps it inside the root, if there is one.
 */
@FunctionalInterface
public interface BucketPathResolver {

	/**
	 * Resolves a path.
	 * @param path the path as it was asked for
	 * @return the absolute path
	 * @throws io.pimlock.BucketValidationException if it names no bucket
	 */
	Path resolve(Path path);

}
