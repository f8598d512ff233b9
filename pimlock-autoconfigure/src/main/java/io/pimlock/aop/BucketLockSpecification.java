package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketValidationException;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * What {@code @BucketLocked} says about a method, resolved as far as it is the same for
 * every call.
 *
 * @param variables what the templates see of a call
 * @param paths the templates of the buckets, at least one
 * @param waitTimeout the template of the wait timeout
 */
record BucketLockSpecification(ArgumentVariables variables, List<PathTemplate> paths, WaitTimeoutTemplate waitTimeout) {

	BucketLockSpecification {
		paths = List.copyOf(paths);
	}

	/**
	 * Computes what a call needs.
	 * @param invocation the call
	 * @param resolver turns what the templates yield into paths of buckets
	 * @return the demand
	 */
	Demand demandOf(LockedInvocation invocation, BucketPaths resolver) {
		EvaluationContext context = this.variables.contextFor(invocation);
		List<Path> buckets = new ArrayList<>(this.paths.size());
		for (PathTemplate template : this.paths) {
			buckets.add(resolver.resolve(template.evaluate(context), template.origin()));
		}
		return new Demand(buckets, this.waitTimeout.evaluate(context));
	}

	/**
	 * Adds to what the engine says of a path outside the root which template named it.
	 * @param refusal what the engine says
	 * @param buckets what was demanded of it
	 * @return the exception to throw
	 */
	BucketValidationException explain(BucketValidationException refusal, List<Path> buckets) {
		int index = refusal.bucket().map(buckets::indexOf).orElse(-1);
		return (index >= 0 && refusal.reason() == BucketValidationException.Reason.PATH_OUTSIDE_ROOT)
				? BucketPaths.outside(this.paths.get(index).origin(), refusal) : refusal;
	}

	/**
	 * What a call needs before it may run.
	 *
	 * @param buckets the buckets, at least one
	 * @param waitTimeout how long to wait for them, null for what is configured
	 */
	record Demand(List<Path> buckets, @Nullable Duration waitTimeout) {
	}

}
