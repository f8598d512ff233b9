package io.pimlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;

import io.pimlock.BucketValidationException;
import io.pimlock.LockKind;
import io.pimlock.StoreLockMode;
import io.pimlock.annotation.StoreLocked;
import io.pimlock.annotation.WriterLeased;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.StringValueResolver;

/**
 * Makes the specification of an annotated method, and refuses what could not work for any
 * call.
 */
final class LockSpecificationFactory {

	private final StringValueResolver placeholders;

	LockSpecificationFactory(StringValueResolver placeholders) {
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
	LockSpecification create(MergedAnnotation<?> annotation, Method method, Class<?> targetClass) {
		Class<?> type = annotation.getType();
		String name = nameOf(annotation);
		String label = MethodNames.describe(method, targetClass);
		requireLockable(name + " on " + label, method, targetClass);
		ArgumentVariables variables = new ArgumentVariables(method.getParameterCount(),
				MethodNames.parametersOf(annotation, method));
		AnnotationTemplates templates = new AnnotationTemplates(kindOf(type), name, label,
				new TemplateParser(this.placeholders, (text) -> TemplateExpression.parse(text, variables)));
		if (type == WriterLeased.class) {
			return new WriterLeaseSpecification(variables, templates.path("root", annotation.getString("root")),
					templates.text("run", annotation.getString("run")));
		}
		if (type == StoreLocked.class) {
			return store(annotation, variables, templates);
		}
		List<PathTemplate> paths = Stream.of(annotation.getStringArray("path"))
			.map((text) -> templates.path("path", text))
			.toList();
		if (paths.isEmpty()) {
			throw new IllegalStateException(name + " on " + label + ": at least one path is needed");
		}
		return new BucketLockSpecification(variables, paths,
				templates.waitTimeout("waitTimeout", annotation.getString("waitTimeout")));
	}

	private static StoreLockSpecification store(MergedAnnotation<?> annotation, ArgumentVariables variables,
			AnnotationTemplates templates) {
		StoreLockMode mode = annotation.getEnum("mode", StoreLockMode.class);
		String timeout = annotation.getString("waitTimeout");
		if (mode != StoreLockMode.STAGE && !timeout.isEmpty()) {
			throw templates.origin("waitTimeout", timeout)
				.invalid("mode " + mode + " never waits, only STAGE does", null);
		}
		return new StoreLockSpecification(variables, templates.path("path", annotation.getString("path")), mode,
				templates.waitTimeout("waitTimeout", timeout));
	}

	private static LockKind kindOf(Class<?> type) {
		if (type == WriterLeased.class) {
			return LockKind.WRITER_LEASE;
		}
		return (type == StoreLocked.class) ? LockKind.STORE : LockKind.BUCKET;
	}

	private static String nameOf(MergedAnnotation<?> annotation) {
		String name = "@" + annotation.getType().getSimpleName();
		MergedAnnotation<?> root = annotation.getRoot();
		return (root == annotation) ? name : "@" + root.getType().getSimpleName() + " (a " + name + ")";
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
