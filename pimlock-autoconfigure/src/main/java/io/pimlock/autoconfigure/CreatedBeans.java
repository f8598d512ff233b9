package io.pimlock.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The beans that somebody has asked for: to look at what a service does must not start
 * it, and one that was not started does nothing.
 */
final class CreatedBeans {

	private final ConfigurableListableBeanFactory beans;

	CreatedBeans(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	/**
	 * The first bean of a type that has been created, or null.
	 */
	<T> @Nullable T find(Class<T> type) {
		for (String name : this.beans.getBeanNamesForType(type, false, false)) {
			if (type.isInstance(this.beans.getSingleton(name))) {
				return type.cast(this.beans.getSingleton(name));
			}
		}
		return null;
	}

}
