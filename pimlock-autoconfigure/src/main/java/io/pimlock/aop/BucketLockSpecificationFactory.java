package io.pimlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketValidationException;
import io.pimlock.annotation.BucketLocked;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.StringValueResolver;

/**
 * Makes the specification of an annotated method, and refuses what could not work for any
 * call.
 */
final class BucketLockSpecificationFactory {

	private final StringValueResolver placeholders;

	BucketLockSpecificationFactory(StringValueResolver placeholders) {
		this.placeholders = placeholders;
	}

	/**
	 * Creates a specification.
	 * @param annotation the annotation that applies
	 * @param method the method, the most specific one of the target class
	 * @param targetClass the target class
	 * @return the specification
	 * @throws BucketValidationException if a path is malformed
	 * @throws IllegalStateException if anything else is
	 */
	BucketLockSpecification create(MergedAnnotation<BucketLocked> annotation, Method method, Class<?> targetClass) {
		String name = nameOf(annotation);
		String label = MethodNames.describe(method, targetClass);
		requireLockable(name + " on " + label, method, targetClass);
		ArgumentVariables variables = new ArgumentVariables(method.getParameterCount(),
				MethodNames.parametersOf(annotation, method));
		TemplateParser parser = new TemplateParser(this.placeholders,
				(text) -> TemplateExpression.parse(text, variables));
		List<PathTemplate> paths = new ArrayList<>();
		for (String text : annotation.getStringArray("path")) {
			paths.add(path(parser, new TemplateOrigin(name, label, "path", text)));
		}
		if (paths.isEmpty()) {
			throw new IllegalStateException(name + " on " + label + ": at least one path is needed");
		}
		return new BucketLockSpecification(variables, paths, waitTimeout(parser,
				new TemplateOrigin(name, label, "waitTimeout", annotation.getString("waitTimeout"))));
	}

	private static String nameOf(MergedAnnotation<BucketLocked> annotation) {
		String name = "@" + BucketLocked.class.getSimpleName();
		MergedAnnotation<?> root = annotation.getRoot();
		return (root == annotation) ? name : "@" + root.getType().getSimpleName() + " (a " + name + ")";
	}

	private static PathTemplate path(TemplateParser parser, TemplateOrigin origin) {
		List<TemplatePart> parts;
		try {
			parts = parser.parse(origin.text());
		}
		catch (IllegalArgumentException ex) {
			throw origin.refused(String.valueOf(ex.getMessage()), ex.getCause());
		}
		return new PathTemplate(origin, parts);
	}

	private static WaitTimeoutTemplate waitTimeout(TemplateParser parser, TemplateOrigin origin) {
		List<TemplatePart> parts;
		try {
			parts = parser.parse(origin.text());
		}
		catch (IllegalArgumentException ex) {
			throw origin.invalid(String.valueOf(ex.getMessage()), ex.getCause());
		}
		return new WaitTimeoutTemplate(origin, parts);
	}

	private static void requireLockable(String label, Method method, Class<?> targetClass) {
		String problem = problemWith(method, targetClass);
		if (problem != null) {
			throw new IllegalStateException(label + " cannot take effect: " + problem);
		}
	}

	private static @Nullable String problemWith(Method method, Class<?> targetClass) {
		if (Modifier.isStatic(method.getModifiers())) {
			return "the method is static";
		}
		if (Modifier.isPrivate(method.getModifiers())) {
			return "the method is private";
		}
		if (Modifier.isFinal(method.getModifiers())) {
			return "the method is final";
		}
		Class<?> returned = GenericTypeResolver.resolveReturnType(method, targetClass);
		if (AsynchronousTypes.contains(returned)) {
			return "the method returns a " + returned.getName()
					+ ", whose work may go on after the method has returned and the lock was released";
		}
		return AsynchronousTypes.isSuspending(method)
				? "the method is a suspending function, which may return before its work is done" : null;
	}

}
