package io.pimlock.aop;

import java.util.stream.Stream;

import io.pimlock.BucketLockService;
import io.pimlock.StoreLocks;
import io.pimlock.WriterLeases;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Makes the beans with annotated methods depend on the lock services, which they get to
 * know only when they are called. Otherwise a service could be gone at shutdown while one
 * of them still finishes its work under a lock.
 */
public final class LockedBeanPostProcessor implements BeanPostProcessor, BeanFactoryAware {

	private @Nullable ConfigurableListableBeanFactory beanFactory;

	private String @Nullable [] services;

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		if (beanFactory instanceof ConfigurableListableBeanFactory listable) {
			this.beanFactory = listable;
		}
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (this.beanFactory != null && bean instanceof Advised advised && isLocked(advised)) {
			for (String service : services(this.beanFactory)) {
				this.beanFactory.registerDependentBean(service, beanName);
			}
		}
		return bean;
	}

	private static boolean isLocked(Advised advised) {
		for (Advisor advisor : advised.getAdvisors()) {
			if (advisor.getAdvice() instanceof LockInterceptor) {
				return true;
			}
		}
		return false;
	}

	private String[] services(ConfigurableListableBeanFactory factory) {
		String[] names = this.services;
		if (names == null) {
			names = Stream.of(BucketLockService.class, WriterLeases.class, StoreLocks.class)
				.flatMap((type) -> Stream.of(factory.getBeanNamesForType(type, true, false)))
				.toArray(String[]::new);
			this.services = names;
		}
		return names;
	}

}
