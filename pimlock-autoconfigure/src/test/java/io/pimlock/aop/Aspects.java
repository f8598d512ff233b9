package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Puts objects behind the advisor without an application context.
 */
final class Aspects {

	static final Path ROOT = Path.of("/root/of/buckets").toAbsolutePath();

	private final RecordingLocks locks;

	final RecordingLeases leases = new RecordingLeases();

	final RecordingStores stores = new RecordingStores();

	private final StandardEnvironment environment = new StandardEnvironment();

	private Path root = ROOT;

	Aspects(RecordingLocks locks) {
		this.locks = locks;
	}

	Aspects withoutRoot() {
		this.root = null;
		return this;
	}

	Aspects withProperty(String name, String value) {
		this.environment.getPropertySources().addFirst(new MapPropertySource(name, Map.of(name, value)));
		return this;
	}

	LockAdvisor advisor() {
		LockSystems systems = new LockSystems(() -> this.locks, () -> this.leases, () -> this.stores,
				() -> Duration.ofSeconds(30));
		LockInterceptor interceptor = new LockInterceptor(systems, new BucketPaths(() -> this.root, Aspects::resolve),
				this.environment::resolvePlaceholders);
		return new LockAdvisor(interceptor, 0);
	}

	<T> T proxy(T target) {
		ProxyFactory factory = factory(target);
		factory.setProxyTargetClass(true);
		return cast(factory.getProxy());
	}

	<T> T proxy(Class<T> type, T target) {
		ProxyFactory factory = factory(target);
		factory.setInterfaces(type);
		return type.cast(factory.getProxy());
	}

	/**
	 * Does what an auto-proxy creator does: asks the pointcut before it makes a proxy.
	 */
	private ProxyFactory factory(Object target) {
		LockAdvisor advisor = advisor();
		ProxyFactory factory = new ProxyFactory();
		factory.setTarget(target);
		if (AopUtils.canApply(advisor, target.getClass())) {
			factory.addAdvisor(advisor);
		}
		return factory;
	}

	@SuppressWarnings("unchecked")
	private static <T> T cast(Object proxy) {
		return (T) proxy;
	}

	private static Path resolve(Path path, Path root) {
		Path absolute = (root != null) ? root.resolve(path).normalize() : path;
		if (root != null && !absolute.startsWith(root)) {
			throw new BucketValidationException(Reason.PATH_OUTSIDE_ROOT, absolute.getFileName().toString(), absolute,
					"outside", null);
		}
		return absolute;
	}

}
