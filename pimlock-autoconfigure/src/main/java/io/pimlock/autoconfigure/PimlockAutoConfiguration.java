package io.pimlock.autoconfigure;

import io.pimlock.BucketLockService;
import io.pimlock.LockListener;
import io.pimlock.Pimlock;
import io.pimlock.StoreLocks;
import io.pimlock.WriterLeases;
import io.pimlock.file.FilePimlock;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the lock engine and its
 * services.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "pimlock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(PimlockProperties.class)
public final class PimlockAutoConfiguration {

	/**
	 * Lazy, so that an application with a service of its own starts no engine that it
	 * does not use.
	 */
	@Lazy
	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean
	Pimlock pimlock(PimlockProperties properties, Environment environment, ObjectProvider<LockListener> listeners) {
		return FilePimlock
			.create(new EngineOptions(properties, environment.getProperty("spring.application.name"), listeners));
	}

	/**
	 * Lazy for the same reason. Without a destroy method: closing it is the engine's
	 * business.
	 */
	@Lazy
	@Bean(destroyMethod = "")
	@ConditionalOnMissingBean
	WriterLeases pimlockWriterLeases(Pimlock pimlock) {
		return pimlock.leases();
	}

	@Lazy
	@Bean(destroyMethod = "")
	@ConditionalOnMissingBean
	StoreLocks pimlockStoreLocks(Pimlock pimlock) {
		return pimlock.stores();
	}

	/**
	 * Owns stores before there is any other bean, and until there is none.
	 */
	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OwnedStoresPostProcessor pimlockOwnedStores() {
		return new OwnedStoresPostProcessor();
	}

	@Bean
	OwnedStoresPresence pimlockOwnedStoresPresence(PimlockProperties properties,
			ConfigurableListableBeanFactory beans) {
		return new OwnedStoresPresence(properties, beans);
	}

	/**
	 * What an application with a service of its own does not get.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(BucketLockService.class)
	static class EngineServiceConfiguration {

		/**
		 * Without a destroy method: closing it is the engine's business.
		 */
		@Bean(destroyMethod = "")
		BucketLockService bucketLockService(Pimlock pimlock) {
			return pimlock.buckets();
		}

		@Bean
		RootVerifier pimlockRootVerifier(ListableBeanFactory beans, PimlockProperties properties) {
			return new RootVerifier(beans, properties);
		}

	}

}
