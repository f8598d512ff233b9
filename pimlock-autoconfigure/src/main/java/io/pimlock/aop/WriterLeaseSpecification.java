package io.pimlock.aop;

import java.nio.file.Path;
import java.util.Objects;

import io.pimlock.BucketValidationException;

import org.springframework.expression.EvaluationContext;

/**
 * What {@code @WriterLeased} says about a method.
 *
 * @param variables what the templates see of a call
 * @param root the template of the root
 * @param run the template of the run's id
 */
record WriterLeaseSpecification(ArgumentVariables variables, PathTemplate root,
		TextTemplate run) implements LockSpecification {

	@Override
	public AutoCloseable acquire(LockedInvocation invocation, LockSystems systems, BucketPaths paths) {
		EvaluationContext context = this.variables.contextFor(invocation);
		Path directory = paths.resolve(this.root.evaluate(context), this.root.origin());
		String runId = this.run.evaluate(context);
		try {
			return Objects.requireNonNull(systems.leases().get().acquire(directory, runId),
					"The lease service returned no lease");
		}
		catch (BucketValidationException ex) {
			throw BucketPaths.explain(this.root.origin(), ex);
		}
	}

}
