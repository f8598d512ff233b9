package io.pimlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.pimlock.annotation.BucketLocked;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringValueResolver;

/**
 * The specifications of all annotated methods, each made once. Methods without the
 * annotation leave nothing behind.
 */
final class BucketLockSpecifications {

	private final LockAnnotations<BucketLocked> annotations = new LockAnnotations<>(BucketLocked.class);

	private final LockAnnotationPresence presence = new LockAnnotationPresence(BucketLocked.class);

	private final Map<MethodClassKey, BucketLockSpecification> specifications = new ConcurrentHashMap<>();

	private final Map<Class<?>, Boolean> types = new ConcurrentHashMap<>();

	private final BucketLockSpecificationFactory factory;

	BucketLockSpecifications(StringValueResolver placeholders) {
		this.factory = new BucketLockSpecificationFactory(placeholders);
	}

	/**
	 * The specification of a method.
	 * @param method the method, possibly of an interface, possibly a bridge
	 * @param targetClass the class of the object on which it is called
	 * @return the specification, null if no annotation applies
	 * @throws io.pimlock.BucketValidationException if a path is malformed
	 * @throws IllegalStateException if the annotation cannot take effect otherwise
	 */
	@Nullable BucketLockSpecification find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		BucketLockSpecification specification = this.specifications.get(key);
		if (specification == null) {
			specification = create(method, ClassUtils.getUserClass(targetClass));
			if (specification != null) {
				this.specifications.put(key, specification);
			}
		}
		return specification;
	}

	private @Nullable BucketLockSpecification create(Method method, Class<?> targetClass) {
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		MergedAnnotation<BucketLocked> annotation = this.annotations.find(specific, method, targetClass);
		if (annotation == null || isInheritedFinal(specific, annotation)) {
			return null;
		}
		return this.factory.create(annotation, specific, targetClass);
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
						(MethodIntrospector.MetadataLookup<@Nullable BucketLockSpecification>) (method) -> find(method,
								type))
				.isEmpty();
			this.types.put(type, known);
		}
		return known;
	}

}
