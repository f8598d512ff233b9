package io.pimlock.file;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.pimlock.HeldLock;
import io.pimlock.PimlockClosedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open handles on leases or stores of one engine.
 */
final class OpenHandles {

	private static final Logger logger = LoggerFactory.getLogger(OpenHandles.class);

	private final Set<KernelLockHandle> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	void requireOpen() {
		if (this.closed) {
			throw new PimlockClosedException();
		}
	}

	/**
	 * Makes a handle on a lock, registers it and tells of it; if anything fails
	 * meanwhile, the lock is given back. Whoever closes the engine either sees the handle
	 * or is seen here.
	 * @param waited how long it took to get the lock
	 */
	<H extends KernelLockHandle> H hand(KernelLock lock, Function<KernelLock, H> maker, Duration waited) {
		H handle = null;
		boolean handed = false;
		try {
			H made = maker.apply(lock);
			handle = made;
			this.open.add(made);
			requireOpen();
			Events.tell(made.listeners(), (listener) -> listener.acquired(made.snapshot(true), waited));
			handed = true;
			return made;
		}
		finally {
			if (handle == null) {
				lock.release();
			}
			else if (!handed) {
				revokeQuietly(handle);
			}
		}
	}

	void remove(KernelLockHandle handle) {
		this.open.remove(handle);
	}

	List<HeldLock> list() {
		return this.open.stream()
			.map(KernelLockHandle::look)
			.filter(Objects::nonNull)
			.sorted(Comparator.comparing(HeldLock::acquiredAt).thenComparing(HeldLock::id))
			.toList();
	}

	void close() {
		this.closed = true;
		for (KernelLockHandle handle : this.open) {
			logger.warn("{} '{}' was still held by thread '{}' when Pimlock was closed, and is released now",
					handle.kind(), handle.id(), handle.thread());
			revokeQuietly(handle);
		}
	}

	private static void revokeQuietly(KernelLockHandle handle) {
		try {
			handle.revoke();
		}
		catch (Throwable ex) {
			logger.warn("{} '{}' could not be released cleanly", handle.kind(), handle.id(), ex);
		}
	}

}
