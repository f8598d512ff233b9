package io.pimlock.aop;

import java.lang.reflect.Method;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches the methods to which {@code @BucketLocked} applies.
 */
final class BucketLockPointcut extends StaticMethodMatcherPointcut {

	private final BucketLockSpecifications specifications;

	BucketLockPointcut(BucketLockSpecifications specifications) {
		this.specifications = specifications;
		setClassFilter(new AnnotatedTypeFilter(specifications));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.specifications.find(method, targetClass) != null;
	}

	private record AnnotatedTypeFilter(BucketLockSpecifications specifications) implements ClassFilter {

		@Override
		public boolean matches(Class<?> type) {
			return this.specifications.existFor(type);
		}

	}

}
