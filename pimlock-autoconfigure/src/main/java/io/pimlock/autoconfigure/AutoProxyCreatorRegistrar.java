package io.pimlock.autoconfigure;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Makes sure that there is an auto-proxy creator, also where AspectJ is absent or
 * {@code spring.aop.auto} is off. It is the one that transactions and caches use too, so
 * that the order of all of them counts, and proxies are of the kind that
 * {@code spring.aop.proxy-target-class} asks for.
 */
final class AutoProxyCreatorRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {

	private Environment environment = new StandardEnvironment();

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		// One that is there already may be a class that only the application knows.
		if (!registry.containsBeanDefinition(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
		}
		if (this.environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
		}
	}

}
