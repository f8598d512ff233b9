package io.pimlock.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.util.ClassUtils;

/**
 * The auto-configurations that the module announces.
 */
final class PimlockContext {

	private PimlockContext() {
	}

	static AutoConfigurations configurations(Class<?>... others) {
		ClassLoader classLoader = PimlockContext.class.getClassLoader();
		List<Class<?>> announced = ImportCandidates.load(AutoConfiguration.class, classLoader)
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith("io.pimlock."))
			.<Class<?>>map((name) -> ClassUtils.resolveClassName(name, classLoader))
			.toList();
		return AutoConfigurations.of(Stream.of(announced.stream(),
				Stream.of(AopAutoConfiguration.class, PropertyPlaceholderAutoConfiguration.class), Stream.of(others))
			.flatMap((classes) -> classes)
			.toArray(Class<?>[]::new));
	}

}
