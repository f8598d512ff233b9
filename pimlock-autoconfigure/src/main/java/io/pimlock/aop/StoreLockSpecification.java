package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import io.pimlock.BucketValidationException;
import io.pimlock.StoreLock;
import io.pimlock.StoreLockMode;
import io.pimlock.StoreLocks;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * What {@code @StoreLocked} says about a method.
 *
 * @param variables what the templates see of a call
 * @param path the template of the store
 * @param mode what it is locked for
 * @param waitTimeout the template of the wait timeout, for staging
 */
record StoreLockSpecification(ArgumentVariables variables, PathTemplate path, StoreLockMode mode,
		WaitTimeoutTemplate waitTimeout) implements LockSpecification {

	@Override
	public AutoCloseable acquire(LockedInvocation invocation, LockSystems systems, BucketPaths paths) {
		EvaluationContext context = this.variables.contextFor(invocation);
		Path store = paths.resolve(this.path.evaluate(context), this.path.origin());
		Duration timeout = this.waitTimeout.evaluate(context);
		try {
			return Objects.requireNonNull(lock(systems.stores().get(), store, timeout),
					"The store service returned no lock");
		}
		catch (BucketValidationException ex) {
			throw BucketPaths.explain(this.path.origin(), ex);
		}
	}

	private StoreLock lock(StoreLocks stores, Path store, @Nullable Duration timeout) {
		return switch (this.mode) {
			case OWN -> stores.own(store);
			case STAGE -> (timeout != null) ? stores.stage(store, timeout) : stores.stage(store);
			case COLLECT -> stores.collect(store);
		};
	}

}
