package io.pimlock.aop;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.core.Ordered;

/**
 * Applies the interceptor to all methods to which one of the annotations applies.
 */
public final class LockAdvisor extends AbstractPointcutAdvisor {

	/**
	 * Outside of transactions and caches, whose advisors come last unless configured
	 * otherwise, with room for others in between.
	 */
	public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

	private static final long serialVersionUID = 1L;

	@SuppressWarnings("serial")
	private final LockInterceptor interceptor;

	@SuppressWarnings("serial")
	private final LockPointcut pointcut;

	/**
	 * Creates the advisor.
	 * @param interceptor the interceptor
	 * @param order its place among the advisors of a method, smaller values are further
	 * outside
	 */
	public LockAdvisor(LockInterceptor interceptor, int order) {
		this.interceptor = interceptor;
		this.pointcut = new LockPointcut(interceptor.specifications());
		setOrder(order);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public LockInterceptor getAdvice() {
		return this.interceptor;
	}

}
