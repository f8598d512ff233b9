package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.StringValueResolver;

/**
 * Runs a method while the buckets that its annotation names are locked. The method is not
 * entered unless they are. What it throws passes through as it is; if the release fails
 * after that, the failure is suppressed in it, otherwise it is thrown.
 */
public final class BucketLockInterceptor implements MethodInterceptor {

	private final BucketLockSpecifications specifications;

	private final Supplier<? extends BucketLockService> locks;

	private final BucketPaths paths;

	private final Supplier<Duration> waitTimeout;

	/**
	 * Creates the interceptor. Nothing is asked of the suppliers before a method is
	 * called.
	 * @param locks yields the service that locks
	 * @param paths turns what the templates yield into paths of buckets
	 * @param waitTimeout yields the wait timeout of annotations without one
	 * @param placeholders resolves the placeholders in annotations
	 */
	public BucketLockInterceptor(Supplier<? extends BucketLockService> locks, BucketPaths paths,
			Supplier<Duration> waitTimeout, StringValueResolver placeholders) {
		this.locks = Objects.requireNonNull(locks, "locks");
		this.paths = Objects.requireNonNull(paths, "paths");
		this.waitTimeout = Objects.requireNonNull(waitTimeout, "waitTimeout");
		this.specifications = new BucketLockSpecifications(placeholders);
	}

	BucketLockSpecifications specifications() {
		return this.specifications;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		try (BucketLock lock = acquire(invocation)) {
			return requireFinished(invocation, invocation.proceed());
		}
	}

	/**
	 * Never returns null, as try-with-resources would run the method without any lock.
	 */
	private BucketLock acquire(MethodInvocation invocation) {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? AopUtils.getTargetClass(target)
				: invocation.getMethod().getDeclaringClass();
		BucketLockSpecification specification = this.specifications.find(invocation.getMethod(), targetClass);
		if (specification == null) {
			throw new IllegalStateException(MethodNames.describe(invocation.getMethod(), targetClass)
					+ " is to run under a lock, but no annotation says which");
		}
		BucketLockSpecification.Demand demand = specification
			.demandOf(new LockedInvocation(invocation.getMethod(), target, invocation.getArguments()), this.paths);
		try {
			return Objects.requireNonNull(acquire(demand.buckets(), demand.waitTimeout()),
					"The lock service returned no lock");
		}
		catch (BucketValidationException ex) {
			throw specification.explain(ex, demand.buckets());
		}
	}

	private BucketLock acquire(List<Path> buckets, @Nullable Duration timeout) {
		BucketLockService service = this.locks.get();
		if (buckets.size() > 1) {
			return service.acquireAll(buckets, (timeout != null) ? timeout : this.waitTimeout.get());
		}
		return (timeout != null) ? service.acquire(buckets.get(0), timeout) : service.acquire(buckets.get(0));
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
