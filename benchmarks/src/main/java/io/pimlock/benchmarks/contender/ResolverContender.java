package io.pimlock.benchmarks.contender;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.eclipse.aether.named.NamedLock;
import org.eclipse.aether.named.providers.FileLockNamedLockFactory;
import org.jspecify.annotations.Nullable;

/**
 * A named lock of Maven's resolver. The name is obtained for each use, as the resolver
 * does it.
 */
final class ResolverContender implements Contender {

	private final FileLockNamedLockFactory factory = new FileLockNamedLockFactory();

	private final String name;

	private @Nullable NamedLock held;

	ResolverContender(Path file) {
		this.name = file.toUri().toString();
	}

	@Override
	public void lock() throws InterruptedException {
		NamedLock lock = this.factory.getLock(this.name);
		if (!lock.lockExclusively(10, TimeUnit.MINUTES)) {
			throw new IllegalStateException("Not to be had: " + this.name);
		}
		this.held = lock;
	}

	@Override
	public void unlock() {
		try (NamedLock lock = Objects.requireNonNull(this.held)) {
			lock.unlock();
		}
	}

	@Override
	public void close() {
		this.factory.shutdown();
	}

}
