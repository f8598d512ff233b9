package io.pimlock.aop;

import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Knows all interfaces of a type. What Spring offers for that leaves out those that an
 * interface extends.
 */
final class Interfaces {

	private Interfaces() {
	}

	/**
	 * The interfaces that a type or one of its superclasses implements or extends,
	 * directly or not, and the type itself if it is one.
	 */
	static Set<Class<?>> of(Class<?> type) {
		Set<Class<?>> all = new LinkedHashSet<>();
		collect(type, all);
		return all;
	}

	private static void collect(@Nullable Class<?> type, Set<Class<?>> all) {
		if (type == null || (type.isInterface() && !all.add(type))) {
			return;
		}
		for (Class<?> implemented : type.getInterfaces()) {
			collect(implemented, all);
		}
		collect(type.getSuperclass(), all);
	}

}
