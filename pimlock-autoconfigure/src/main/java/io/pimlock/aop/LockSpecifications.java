package io.pimlock.aop;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.pimlock.annotation.BucketLocked;
import io.pimlock.annotation.StoreLocked;
import io.pimlock.annotation.WriterLeased;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringValueResolver;

/**
 * The specifications of all annotated methods, each made once. Methods without an
 * annotation leave nothing behind.
 */
final class LockSpecifications {

	/**
	 * In the order in which a method's locks are taken: from what is held longest and by
	 * most to what is held shortest and by one.
	 */
	private static final List<Class<? extends Annotation>> TYPES = List.of(StoreLocked.class, WriterLeased.class,
			BucketLocked.class);

	private final List<LockAnnotations<?>> annotations = new ArrayList<>();

	private final LockAnnotationPresence presence = new LockAnnotationPresence(TYPES);

	private final Map<MethodClassKey, MethodLocks> specifications = new ConcurrentHashMap<>();

	private final Map<Class<?>, Boolean> types = new ConcurrentHashMap<>();

	private final LockSpecificationFactory factory;

	LockSpecifications(StringValueResolver placeholders) {
		this.factory = new LockSpecificationFactory(placeholders);
		TYPES.forEach((type) -> this.annotations.add(new LockAnnotations<>(type)));
	}

	/**
	 * The locks of a method.
	 * @param method the method, possibly of an interface, possibly a bridge
	 * @param targetClass the class of the object on which it is called
	 * @return the locks, null if no annotation applies
	 * @throws io.pimlock.BucketValidationException if a path is malformed
	 * @throws IllegalStateException if an annotation cannot take effect otherwise
	 */
	@Nullable MethodLocks find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		MethodLocks locks = this.specifications.get(key);
		if (locks == null) {
			locks = create(method, ClassUtils.getUserClass(targetClass));
			if (locks != null) {
				this.specifications.put(key, locks);
			}
		}
		return locks;
	}

	private @Nullable MethodLocks create(Method method, Class<?> targetClass) {
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		List<LockSpecification> found = new ArrayList<>();
		for (LockAnnotations<?> kind : this.annotations) {
			MergedAnnotation<?> annotation = kind.find(specific, method, targetClass);
			if (annotation != null && !isInheritedFinal(specific, annotation)) {
				found.add(this.factory.create(annotation, specific, targetClass));
			}
		}
		return found.isEmpty() ? null : new MethodLocks(found);
	}

	/**
	 * Whether the method is final in a superclass that is not annotated, such as a
	 * framework's support class: its author did not mean it to be locked, and the
	 * annotated type's author cannot change it.
	 */
	private static boolean isInheritedFinal(Method method, MergedAnnotation<?> annotation) {
		return annotation.getSource() instanceof Class<?> annotated && Modifier.isFinal(method.getModifiers())
				&& !annotated.isAssignableFrom(method.getDeclaringClass());
	}

	/**
	 * Whether a type has annotated methods. Makes the specifications of all of them, so
	 * that a bean with one that cannot take effect is refused when it is created.
	 * @param type the type
	 * @return whether there is any
	 */
	boolean existFor(Class<?> type) {
		if (!this.presence.isIn(type)) {
			return false;
		}
		Boolean known = this.types.get(type);
		if (known == null) {
			known = !MethodIntrospector
				.selectMethods(type,
						(MethodIntrospector.MetadataLookup<@Nullable MethodLocks>) (method) -> find(method, type))
				.isEmpty();
			this.types.put(type, known);
		}
		return known;
	}

}
