package io.pimlock.autoconfigure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.Pimlock;
import io.pimlock.PimlockException;
import io.pimlock.StoreLock;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;

/**
 * Owns the stores that {@code pimlock.owned-stores} names. It comes before all beans of
 * the application, so what it needs it makes itself; and as beans are destroyed in the
 * reverse order in which they were created, it goes after all of them.
 */
final class OwnedStoresPostProcessor
		implements BeanDefinitionRegistryPostProcessor, PriorityOrdered, EnvironmentAware, DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(OwnedStoresPostProcessor.class);

	private @Nullable Environment environment;

	private final List<StoreLock> owned = new ArrayList<>();

	private @Nullable Pimlock engine;

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Not while an application is merely built: its stores are another machine's.
	 */
	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (this.environment == null || Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
			return;
		}
		Binder binder = Binder.get(this.environment);
		List<String> stores = binder.bind("pimlock.owned-stores", Bindable.listOf(String.class)).orElse(List.of());
		if (!stores.isEmpty()) {
			// no more than is needed: what converts the others may come later
			PimlockProperties properties = new PimlockProperties();
			properties.setOwnedStores(stores);
			binder.bind("pimlock.root", String.class).ifBound(properties::setRoot);
			binder.bind("pimlock.file-permissions", String.class).ifBound(properties::setFilePermissions);
			own(properties);
		}
	}

	private void own(PimlockProperties properties) {
		Path root = properties.rootPath();
		Pimlock engine = FilePimlock
			.create(PimlockOptions.defaults().withRoot(root).withFilePermissions(properties.permissions()));
		this.engine = engine;
		for (Path store : properties.ownedStorePaths()) {
			try {
				this.owned.add(engine.stores().own(store));
			}
			catch (PimlockException ex) {
				throw new OwnedStoreException(OwnedStoreException.locate(store, root), ex);
			}
		}
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
	}

	@Override
	public void destroy() {
		for (StoreLock store : this.owned) {
			try {
				store.close();
			}
			catch (PimlockException ex) {
				logger.warn("A store in pimlock.owned-stores was not given back as it should be", ex);
			}
		}
		if (this.engine != null) {
			this.engine.close();
		}
	}

}
