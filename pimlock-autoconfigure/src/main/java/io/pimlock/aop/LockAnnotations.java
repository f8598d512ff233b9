package io.pimlock.aop;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Finds the annotation that applies to a method: its own one or one that it inherits from
 * a method that it overrides or implements, otherwise that of the type. Composed
 * annotations count.
 *
 * @param <A> the annotation
 */
final class LockAnnotations<A extends Annotation> {

	private final Class<A> type;

	private final Map<Class<?>, Optional<MergedAnnotation<A>>> onTypes = new ConcurrentHashMap<>();

	LockAnnotations(Class<A> type) {
		this.type = type;
	}

	/**
	 * Finds the annotation.
	 * @param method the method, the most specific one of the target class
	 * @param called the method as it was called, possibly of an interface or a bridge
	 * @param targetClass the target class
	 * @return the annotation, null if none applies
	 * @throws IllegalStateException if several apply and contradict each other
	 */
	@Nullable MergedAnnotation<A> find(Method method, Method called, Class<?> targetClass) {
		MergedAnnotation<A> own = nearest(List.of(method));
		own = (own != null) ? own : nearest(implementedBy(method, called, targetClass));
		if (own != null) {
			return own;
		}
		Optional<MergedAnnotation<A>> onType = this.onTypes.get(targetClass);
		if (onType == null) {
			onType = Optional.ofNullable(nearest(List.of(targetClass)));
			this.onTypes.put(targetClass, onType);
		}
		return (onType.isPresent() && TypeLevel.appliesTo(method)) ? onType.get() : null;
	}

	/**
	 * The methods that a method implements although its own class does not know: it is
	 * inherited by a class that declares the interface.
	 */
	private static List<Method> implementedBy(Method method, Method called, Class<?> targetClass) {
		List<Method> implemented = new ArrayList<>();
		if (!called.equals(method)) {
			implemented.add(called);
		}
		if (method.getDeclaringClass() != targetClass && !method.getDeclaringClass().isInterface()) {
			for (Class<?> type : Interfaces.of(targetClass)) {
				for (Method declared : type.getMethods()) {
					if (declared.getName().equals(method.getName())
							&& declared.getParameterCount() == method.getParameterCount()
							&& AopUtils.getMostSpecificMethod(declared, targetClass).equals(method)) {
						implemented.add(declared);
					}
				}
			}
		}
		return implemented;
	}

	private @Nullable MergedAnnotation<A> nearest(List<? extends AnnotatedElement> elements) {
		List<MergedAnnotation<A>> all = new ArrayList<>();
		for (AnnotatedElement element : elements) {
			MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).stream(this.type).forEach(all::add);
		}
		if (all.isEmpty()) {
			return null;
		}
		for (MergedAnnotation<A> candidate : all) {
			if (all.stream().allMatch((other) -> overrides(candidate, other) || sameValues(candidate, other))) {
				return candidate;
			}
		}
		throw new IllegalStateException(
				describe(elements.get(0)) + " is subject to two annotations @" + this.type.getSimpleName()
						+ " that differ, of which only one could take effect; " + "give it a single one of its own");
	}

	/**
	 * Whether the one annotation stands further down the same line of inheritance.
	 */
	private static boolean overrides(MergedAnnotation<?> annotation, MergedAnnotation<?> other) {
		Class<?> declaring = declaringClass(annotation);
		Class<?> otherDeclaring = declaringClass(other);
		return declaring != otherDeclaring && otherDeclaring.isAssignableFrom(declaring);
	}

	private boolean sameValues(MergedAnnotation<A> annotation, MergedAnnotation<A> other) {
		return annotation == other || annotation.synthesize().equals(other.synthesize());
	}

	static Class<?> declaringClass(MergedAnnotation<?> annotation) {
		Object source = annotation.getSource();
		if (source instanceof Member member) {
			return member.getDeclaringClass();
		}
		if (source instanceof Class<?> declaring) {
			return declaring;
		}
		throw new IllegalStateException("An annotation was found in an unexpected place: " + source);
	}

	private static String describe(AnnotatedElement element) {
		return (element instanceof Method method) ? MethodNames.describe(method, method.getDeclaringClass())
				: MethodNames.describe((Class<?>) element);
	}

}
