package io.pimlock.aop;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Makes the path of a bucket absolute and keeps it inside the root by its names. What
 * symbolic links do is for the lock service to see.
 */
@FunctionalInterface
public interface PathResolver {

	/**
	 * Resolves a path.
	 * @param path the path, absolute or relative to the root
	 * @param root what the result must lie inside, null for no confinement
	 * @return the absolute path
	 * @throws io.pimlock.BucketValidationException if the result leads out of the root
	 */
	Path resolve(Path path, @Nullable Path root);

}
