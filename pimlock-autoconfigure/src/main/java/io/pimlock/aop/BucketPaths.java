package io.pimlock.aop;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;

import io.pimlock.BucketValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a template yields into the path of a directory, by the root as it is set at
 * the time of the call.
 */
public final class BucketPaths {

	private final Supplier<? extends @Nullable Path> root;

	private final PathResolver resolver;

	/**
	 * Creates the paths.
	 * @param root yields the root, null if none is set
	 * @param resolver makes a path absolute and keeps it inside the root
	 */
	public BucketPaths(Supplier<? extends @Nullable Path> root, PathResolver resolver) {
		this.root = Objects.requireNonNull(root, "root");
		this.resolver = Objects.requireNonNull(resolver, "resolver");
	}

	Path resolve(Path path, TemplateOrigin origin) {
		Path currentRoot = this.root.get();
		if (currentRoot == null && !path.isAbsolute()) {
			throw origin.refused("the path is relative, and there is no pimlock.root that it could be resolved against",
					null);
		}
		try {
			return this.resolver.resolve(path, currentRoot);
		}
		catch (BucketValidationException ex) {
			if (ex.reason() == BucketValidationException.Reason.PATH_OUTSIDE_ROOT) {
				throw outside(origin, ex);
			}
			throw refused(origin, "the path cannot be resolved", ex);
		}
	}

	/**
	 * Adds to what the engine says of a path outside the root which template named it.
	 * @param origin where the template stands
	 * @param refusal what the engine says
	 * @return the exception to throw
	 */
	static BucketValidationException explain(TemplateOrigin origin, BucketValidationException refusal) {
		return (refusal.reason() == BucketValidationException.Reason.PATH_OUTSIDE_ROOT) ? outside(origin, refusal)
				: refusal;
	}

	private static BucketValidationException outside(TemplateOrigin origin, BucketValidationException ex) {
		return refused(origin, "the path leads out of pimlock.root", ex);
	}

	private static BucketValidationException refused(TemplateOrigin origin, String problem,
			BucketValidationException ex) {
		return origin.refused(ex.reason(), ex.bucketId(), ex.bucket().orElse(null), problem, ex);
	}

}
