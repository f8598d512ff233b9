package io.pimlock.aop;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

/**
 * Tells fast whether one of some annotations occurs anywhere in a type or its supertypes,
 * so that all the other beans of an application cost next to nothing: each supertype is
 * looked through once.
 */
final class LockAnnotationPresence {

	private final Collection<Class<? extends Annotation>> annotations;

	private final Map<Class<?>, Boolean> declaring = new ConcurrentHashMap<>();

	LockAnnotationPresence(Collection<Class<? extends Annotation>> annotations) {
		this.annotations = annotations;
	}

	boolean isIn(Class<?> type) {
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			if (isDeclaredIn(current)) {
				return true;
			}
		}
		return Interfaces.of(type).stream().anyMatch(this::isDeclaredIn);
	}

	private boolean isDeclaredIn(Class<?> type) {
		Boolean known = this.declaring.get(type);
		if (known == null) {
			known = AnnotationUtils.isCandidateClass(type, this.annotations) && search(type);
			this.declaring.put(type, known);
		}
		return known;
	}

	private boolean search(Class<?> type) {
		if (isPresent(MergedAnnotations.from(type))) {
			return true;
		}
		for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
			if (isPresent(MergedAnnotations.from(method))) {
				return true;
			}
		}
		return false;
	}

	private boolean isPresent(MergedAnnotations present) {
		return this.annotations.stream().anyMatch(present::isPresent);
	}

}
