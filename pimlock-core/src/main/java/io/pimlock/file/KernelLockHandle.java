package io.pimlock.file;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.pimlock.BucketLockLostException;
import io.pimlock.HeldLock;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.kernel.LockFileException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handle on a lease or a store: closed once, by its user or with the engine.
 */
abstract class KernelLockHandle implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(KernelLockHandle.class);

	private static final AtomicLong NUMBERS = new AtomicLong();

	private final long number = NUMBERS.incrementAndGet();

	private final LockKind kind;

	private final String id;

	private final Path directory;

	private final Path file;

	private final KernelLock lock;

	private final List<LockListener> listeners;

	private final OpenHandles handles;

	private final String thread = Thread.currentThread().getName();

	private final Instant acquiredAt = Instant.now();

	private final long acquiredNanos = System.nanoTime();

	private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

	/**
	 * Creates a handle, which owns the lock from now on.
	 * @param id what messages call it
	 * @param directory the root or the store
	 * @param file what is locked
	 */
	KernelLockHandle(LockKind kind, String id, Path directory, Path file, KernelLock lock, List<LockListener> listeners,
			OpenHandles handles) {
		this.kind = kind;
		this.id = id;
		this.directory = directory;
		this.file = file;
		this.lock = lock;
		this.listeners = listeners;
		this.handles = handles;
	}

	/** What messages call it. */
	String id() {
		return this.id;
	}

	LockKind kind() {
		return this.kind;
	}

	Path directory() {
		return this.directory;
	}

	String thread() {
		return this.thread;
	}

	List<LockListener> listeners() {
		return this.listeners;
	}

	public Instant acquiredAt() {
		return this.acquiredAt;
	}

	public boolean isIntact() {
		try {
			return this.state.get() == State.OPEN && this.lock.isIntact();
		}
		catch (LockFileException ex) {
			return false;
		}
	}

	HeldLock snapshot(boolean intact) {
		String prefix = (this.kind == LockKind.WRITER_LEASE) ? "w" : "s";
		return new HeldLock(prefix + this.number, this.kind, this.id, this.file, this.thread, this.acquiredAt,
				this.lock.handles(), 0, intact);
	}

	/**
	 * Looks at it, on disk too.
	 * @return what is held, or null after its end
	 */
	@Nullable HeldLock look() {
		HeldLock held = snapshot(isIntact());
		return (this.state.get() == State.OPEN) ? held : null;
	}

	@Override
	public void close() {
		if (this.state.compareAndSet(State.OPEN, State.CLOSED)) {
			release();
		}
		else if (this.state.compareAndSet(State.REVOKED, State.CLOSED)) {
			throw lost("Pimlock was closed meanwhile");
		}
	}

	/**
	 * Closes the handle in its user's place, who learns of it at closing it.
	 */
	void revoke() {
		if (this.state.compareAndSet(State.OPEN, State.REVOKED)) {
			release();
		}
	}

	private void release() {
		boolean intact;
		HeldLock before;
		try {
			before = snapshot(true);
		}
		finally {
			// whatever else goes wrong
			intact = releaseLock();
		}
		if (logger.isDebugEnabled()) {
			logger.debug("Released {} at {}", this.kind, this.file);
		}
		if (!intact) {
			logger.warn("The lock file of {} '{}' was removed or replaced while it was locked", this.kind, this.id);
			Events.tell(this.listeners, (listener) -> listener.lost(before));
		}
		Duration held = Duration.ofNanos(System.nanoTime() - this.acquiredNanos);
		Events.tell(this.listeners, (listener) -> listener.released(before, held));
		if (!intact) {
			throw lost("its lock file was removed or replaced");
		}
	}

	private boolean releaseLock() {
		try {
			return this.lock.release();
		}
		finally {
			this.handles.remove(this);
		}
	}

	private BucketLockLostException lost(String why) {
		return new BucketLockLostException(this.kind, this.directory, this.id, why);
	}

	@Override
	public String toString() {
		return getClass().getSimpleName() + "[" + this.id + ((this.state.get() == State.OPEN) ? "" : ", closed") + "]";
	}

	private enum State {

		/** In use. */
		OPEN,

		/** Closed by its user. */
		CLOSED,

		/** Closed with the engine, which its user does not know yet. */
		REVOKED

	}

}
