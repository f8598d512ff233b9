package io.pimlock.autoconfigure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.PimlockException;
import io.pimlock.StoreLock;
import io.pimlock.StoreLocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Takes the owned stores once more, through the application's own service: so that they
 * are listed with all other locks and listeners are told of them, which do not exist yet
 * when {@link OwnedStoresPostProcessor} takes them.
 */
final class OwnedStoresPresence implements SmartInitializingSingleton, BeanNameAware, DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(OwnedStoresPresence.class);

	private final PimlockProperties properties;

	private final ConfigurableListableBeanFactory beans;

	private final List<StoreLock> owned = new ArrayList<>();

	private String name = "pimlockOwnedStoresPresence";

	OwnedStoresPresence(PimlockProperties properties, ConfigurableListableBeanFactory beans) {
		this.properties = properties;
		this.beans = beans;
	}

	@Override
	public void setBeanName(String name) {
		this.name = name;
	}

	@Override
	public void afterSingletonsInstantiated() {
		List<Path> stores = this.properties.ownedStorePaths();
		StoreLocks locks = stores.isEmpty() ? null : this.beans.getBeanProvider(StoreLocks.class).getIfUnique();
		if (locks == null) {
			return;
		}
		for (String service : this.beans.getBeanNamesForType(StoreLocks.class)) {
			// which was created later, and would otherwise go first
			this.beans.registerDependentBean(service, this.name);
		}
		for (Path store : stores) {
			try {
				this.owned.add(locks.own(store));
			}
			catch (PimlockException ex) {
				throw new OwnedStoreException(OwnedStoreException.locate(store, this.properties.rootPath()), ex);
			}
		}
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
	}

}
