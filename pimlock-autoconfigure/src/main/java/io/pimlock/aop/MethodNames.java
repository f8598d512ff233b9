package io.pimlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The names by which messages call a method, and by which expressions call its
 * parameters.
 */
final class MethodNames {

	private static final ParameterNameDiscoverer DISCOVERER = new DefaultParameterNameDiscoverer();

	private MethodNames() {
	}

	static String describe(Method method, Class<?> targetClass) {
		return describe(targetClass) + "." + method.getName();
	}

	static String describe(Class<?> type) {
		Class<?> userClass = ClassUtils.getUserClass(type);
		return userClass.isAnonymousClass() ? ClassUtils.getShortName(userClass) : userClass.getSimpleName();
	}

	/**
	 * The names of a method's parameters, as they are where the annotation was written:
	 * an implementation may call them differently than the annotated interface, and even
	 * swap two names.
	 * @param annotation the annotation
	 * @param method the method to which it applies
	 * @return the names, null if the class file does not have them
	 */
	static String @Nullable [] parametersOf(MergedAnnotation<?> annotation, Method method) {
		if (annotation.getSource() instanceof Method annotated) {
			return DISCOVERER.getParameterNames(annotated);
		}
		Method declared = ReflectionUtils.findMethod(LockAnnotations.declaringClass(annotation), method.getName(),
				method.getParameterTypes());
		String[] names = (declared != null) ? DISCOVERER.getParameterNames(declared) : null;
		return (names != null) ? names : DISCOVERER.getParameterNames(method);
	}

}
