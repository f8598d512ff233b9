package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * What {@code @BucketLocked} says about a method.
 *
 * @param variables what the templates see of a call
 * @param paths the templates of the buckets, at least one
 * @param waitTimeout the template of the wait timeout
 */
record BucketLockSpecification(ArgumentVariables variables, List<PathTemplate> paths,
		WaitTimeoutTemplate waitTimeout) implements LockSpecification {

	BucketLockSpecification {
		paths = List.copyOf(paths);
	}

	@Override
	public AutoCloseable acquire(LockedInvocation invocation, LockSystems systems, BucketPaths resolver) {
		EvaluationContext context = this.variables.contextFor(invocation);
		List<Path> buckets = new ArrayList<>(this.paths.size());
		for (PathTemplate template : this.paths) {
			buckets.add(resolver.resolve(template.evaluate(context), template.origin()));
		}
		Duration timeout = this.waitTimeout.evaluate(context);
		try {
			return Objects.requireNonNull(acquire(buckets, timeout, systems), "The lock service returned no lock");
		}
		catch (BucketValidationException ex) {
			int index = ex.bucket().map(buckets::indexOf).orElse(-1);
			throw (index >= 0) ? BucketPaths.explain(this.paths.get(index).origin(), ex) : ex;
		}
	}

	private static BucketLock acquire(List<Path> buckets, @Nullable Duration timeout, LockSystems systems) {
		BucketLockService service = systems.buckets().get();
		if (buckets.size() > 1) {
			return service.acquireAll(buckets, (timeout != null) ? timeout : systems.waitTimeout().get());
		}
		return (timeout != null) ? service.acquire(buckets.get(0), timeout) : service.acquire(buckets.get(0));
	}

}
