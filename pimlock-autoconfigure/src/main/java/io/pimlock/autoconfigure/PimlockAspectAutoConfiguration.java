package io.pimlock.autoconfigure;

import io.pimlock.BucketLockService;
import io.pimlock.StoreLocks;
import io.pimlock.WriterLeases;
import io.pimlock.aop.LockAdvisor;
import io.pimlock.aop.LockInterceptor;
import io.pimlock.aop.BucketPaths;
import io.pimlock.aop.LockSystems;
import io.pimlock.aop.LockedBeanPostProcessor;
import io.pimlock.file.ConfinedPaths;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the locks of annotated methods.
 * Nothing but the settings can switch it off: an application in which something is
 * missing, such as a lock service, has to fail rather than to run the methods without a
 * lock.
 * <p>
 * The beans are needed before all others, which is why they ask for other beans only when
 * a method is called, and for the order in the environment.
 */
@AutoConfiguration(after = PimlockAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = { "pimlock.enabled", "pimlock.aspect.enabled" }, matchIfMissing = true)
@EnableConfigurationProperties(PimlockProperties.class)
@Import(AutoProxyCreatorRegistrar.class)
public final class PimlockAspectAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean
	static LockInterceptor pimlockInterceptor(ObjectProvider<BucketLockService> buckets,
			ObjectProvider<WriterLeases> leases, ObjectProvider<StoreLocks> stores,
			ObjectProvider<PimlockProperties> properties, ConfigurableBeanFactory beanFactory) {
		SingletonSupplier<PimlockProperties> settings = SingletonSupplier.of(properties::getObject);
		LockSystems systems = new LockSystems(SingletonSupplier.of(buckets::getObject),
				SingletonSupplier.of(leases::getObject), SingletonSupplier.of(stores::getObject),
				() -> settings.obtain().getWaitTimeout());
		return new LockInterceptor(systems, new BucketPaths(() -> settings.obtain().rootPath(), ConfinedPaths::resolve),
				beanFactory::resolveEmbeddedValue);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean
	static LockAdvisor pimlockAdvisor(LockInterceptor interceptor, Environment environment) {
		return new LockAdvisor(interceptor,
				environment.getProperty("pimlock.aspect.order", Integer.class, LockAdvisor.DEFAULT_ORDER));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockedBeanPostProcessor lockedBeanPostProcessor() {
		return new LockedBeanPostProcessor();
	}

}
