package io.pimlock.benchmarks.micro;

import java.lang.reflect.Method;

import io.pimlock.BucketLockService;
import io.pimlock.autoconfigure.PimlockAspectAutoConfiguration;
import io.pimlock.autoconfigure.PimlockAutoConfiguration;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.RootClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * An application with Pimlock's annotation, and with an interceptor of its own that does
 * nothing.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({ PimlockAutoConfiguration.class, PimlockAspectAutoConfiguration.class })
class AspectApplication {

	@Bean
	BucketLockService bucketLockService() {
		return new NoLocks();
	}

	@Bean
	PlainLedger plainLedger() {
		return new PlainLedger();
	}

	@Bean
	LockedLedger lockedLedger() {
		return new LockedLedger();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor emptyAdvisor() {
		StaticMethodMatcherPointcut pointcut = new StaticMethodMatcherPointcut() {
			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return method.getName().equals("append");
			}
		};
		pointcut.setClassFilter(new RootClassFilter(PlainLedger.class));
		return new DefaultPointcutAdvisor(pointcut, (MethodInterceptor) MethodInvocation::proceed);
	}

}
