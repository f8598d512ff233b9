package io.pimlock.aop;

import java.lang.reflect.Method;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches the methods to which one of the annotations applies.
 */
final class LockPointcut extends StaticMethodMatcherPointcut {

	private final LockSpecifications specifications;

	LockPointcut(LockSpecifications specifications) {
		this.specifications = specifications;
		setClassFilter(new AnnotatedTypeFilter(specifications));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.specifications.find(method, targetClass) != null;
	}

	private record AnnotatedTypeFilter(LockSpecifications specifications) implements ClassFilter {

		@Override
		public boolean matches(Class<?> type) {
			return this.specifications.existFor(type);
		}

	}

}
