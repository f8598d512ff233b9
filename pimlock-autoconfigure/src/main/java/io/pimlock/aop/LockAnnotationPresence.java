package io.pimlock.aop;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Tells fast whether an annotation occurs anywhere in a type or its supertypes, so that
 * all the other beans of an application cost next to nothing: each supertype is looked
 * through once.
 */
final class LockAnnotationPresence {

	private final Class<? extends Annotation> annotation;

	private final Map<Class<?>, Boolean> declaring = new ConcurrentHashMap<>();

	LockAnnotationPresence(Class<? extends Annotation> annotation) {
		this.annotation = annotation;
	}

	boolean isIn(Class<?> type) {
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			if (isDeclaredIn(current)) {
				return true;
			}
		}
		return ClassUtils.getAllInterfacesForClassAsSet(type).stream().anyMatch(this::isDeclaredIn);
	}

	private boolean isDeclaredIn(Class<?> type) {
		Boolean known = this.declaring.get(type);
		if (known == null) {
			known = AnnotationUtils.isCandidateClass(type, this.annotation) && search(type);
			this.declaring.put(type, known);
		}
		return known;
	}

	private boolean search(Class<?> type) {
		if (MergedAnnotations.from(type).isPresent(this.annotation)) {
			return true;
		}
		for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
			if (MergedAnnotations.from(method).isPresent(this.annotation)) {
				return true;
			}
		}
		return false;
	}

}
