package io.pimlock.aop;

import java.util.Objects;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.StringValueResolver;

/**
 * Runs a method under the locks that its annotations name. The method is not entered
 * unless it has them. What it throws passes through as it is; if the release fails after
 * that, the failure is suppressed in it, otherwise it is thrown.
 */
public final class LockInterceptor implements MethodInterceptor {

	private final LockSpecifications specifications;

	private final LockSystems systems;

	private final BucketPaths paths;

	/**
	 * Creates the interceptor.
	 * @param systems the services that lock
	 * @param paths turns what the templates yield into paths
	 * @param placeholders resolves the placeholders in annotations
	 */
	public LockInterceptor(LockSystems systems, BucketPaths paths, StringValueResolver placeholders) {
		this.systems = Objects.requireNonNull(systems, "systems");
		this.paths = Objects.requireNonNull(paths, "paths");
		this.specifications = new LockSpecifications(placeholders);
	}

	LockSpecifications specifications() {
		return this.specifications;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		try (AutoCloseable locks = acquire(invocation)) {
			return requireFinished(invocation, invocation.proceed());
		}
	}

	/**
	 * Never returns null, as try-with-resources would run the method without any lock.
	 */
	private AutoCloseable acquire(MethodInvocation invocation) throws Exception {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? AopUtils.getTargetClass(target)
				: invocation.getMethod().getDeclaringClass();
		MethodLocks locks = this.specifications.find(invocation.getMethod(), targetClass);
		if (locks == null) {
			throw new IllegalStateException(MethodNames.describe(invocation.getMethod(), targetClass)
					+ " is to run under a lock, but no annotation says which");
		}
		return locks.acquire(new LockedInvocation(invocation.getMethod(), target, invocation.getArguments()),
				this.systems, this.paths);
	}

	/**
	 * A declared type such as Object can hide what the check of the specification
	 * refuses.
	 */
	private static @Nullable Object requireFinished(MethodInvocation invocation, @Nullable Object result) {
		if (result != null && AsynchronousTypes.contains(result.getClass())) {
			throw new IllegalStateException(
					MethodNames.describe(invocation.getMethod(), invocation.getMethod().getDeclaringClass())
							+ " returned a " + result.getClass().getName()
							+ ", whose work may go on although its lock is released");
		}
		return result;
	}

}
