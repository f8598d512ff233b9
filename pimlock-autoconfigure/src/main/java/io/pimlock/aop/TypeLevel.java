package io.pimlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.util.ReflectionUtils;

/**
 * Knows the methods to which an annotation on their type does not apply: those that
 * nobody calls from outside, those of {@link Object}, and those by which the container
 * sets the bean up and which it calls on the bare object.
 */
final class TypeLevel {

	private TypeLevel() {
	}

	static boolean appliesTo(Method method) {
		return !Modifier.isStatic(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers())
				&& !isObjectMethod(method) && !isCallback(method, method.getDeclaringClass());
	}

	private static boolean isObjectMethod(Method method) {
		return ReflectionUtils.isObjectMethod(method)
				|| (method.getName().equals("finalize") && method.getParameterCount() == 0);
	}

	private static boolean isCallback(Method method, Class<?> declaring) {
		return Interfaces.of(declaring)
			.stream()
			.anyMatch((implemented) -> isCallbackType(implemented) && declares(implemented, method));
	}

	/**
	 * Interfaces of applications that extend these are not meant: they may have methods
	 * of their own.
	 */
	private static boolean isCallbackType(Class<?> type) {
		return type == InitializingBean.class || type == DisposableBean.class
				|| (Aware.class.isAssignableFrom(type) && type.getName().startsWith("org.springframework."));
	}

	private static boolean declares(Class<?> type, Method method) {
		return ReflectionUtils.findMethod(type, method.getName(), method.getParameterTypes()) != null;
	}

}
