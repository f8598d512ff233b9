package io.pimlock.autoconfigure;

import java.nio.file.Path;

import io.pimlock.BucketValidationException;
import io.pimlock.actuate.BucketPathResolver;
import io.pimlock.file.ConfinedPaths;

/**
 * Resolves the paths that the endpoint is asked for in the way that annotations do.
 */
final class EndpointPaths implements BucketPathResolver {

	private final PimlockProperties properties;

	EndpointPaths(PimlockProperties properties) {
		this.properties = properties;
	}

	@Override
	public Path resolve(Path path) {
		Path root = this.properties.rootPath();
		if (root == null && !path.isAbsolute()) {
			throw new BucketValidationException(BucketValidationException.Reason.PATH_INVALID, path.toString(), null,
					"its path is relative, and there is no pimlock.root that it could be resolved against", null);
		}
		return ConfinedPaths.resolve(path, root);
	}

}
