package io.pimlock.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * One inotify instance for all waiters of this JVM, because a user has few of them
 * (inotify(7): fs.inotify.max_user_instances). It and its thread come with the first watch
 * and go some seconds after the last. All state is under the mutex. Looking up a path may
 * block on a filesystem that does not answer, so nobody waits long for the mutex, and what
 * cannot be removed at once is removed by whoever has it next. The kernel gives all watches of one file the same descriptor, so each descriptor has a
 * list of listeners, and goes with the last of them.
 */
/**
 * Events through {@code inotify(7)}.
 */
final class Inotify implements FileEvents {

	private static final Logger logger = LoggerFactory.getLogger(Inotify.class);

	private static final int CLOSE_WRITE = 0x8;

	private static final int REMOVED = 0x40 | 0x200;

	private static final int ONLY_DIRECTORY = 0x01000000;

	private static final int DONT_FOLLOW = 0x02000000;

	private static final int CLOSE_ON_EXEC = 02000000;

	private static final int NON_BLOCKING = 04000;

	private static final int EVENT_SIZE = 16;

	private static final short POLLIN = 1;

	private static final int NONE_OPEN = -1;

	private static final long PATIENCE_MILLIS = 50;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<Integer, List<Listener>> listeners = new HashMap<>();

	private final Queue<Runnable> deferred = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean warned = new AtomicBoolean();

	private final LibC libC;

	private final LinuxCalls linux;

	private final NativeConstants constants;

	private final int idleMillis;

	private int fd = NONE_OPEN;

	Inotify(LibC libC, LinuxCalls linux, NativeConstants constants, int idleMillis) {
		this.libC = libC;
		this.linux = linux;
		this.constants = constants;
		this.idleMillis = idleMillis;
	}

	@Override
	public @Nullable Watch watchClosing(Path file, Runnable listener) {
		return watch(file, CLOSE_WRITE | DONT_FOLLOW, new Listener(null, listener));
	}

	@Override
	public @Nullable Watch watchRemoval(Path file, Runnable listener) {
		Path directory = file.getParent();
		Path name = file.getFileName();
		return (directory != null && name != null)
				? watch(directory, REMOVED | ONLY_DIRECTORY, new Listener(name.toString(), listener)) : null;
	}

	private @Nullable Watch watch(Path path, int mask, Listener listener) {
		byte[] name = NativePath.encode(path);
		Failure failure = new Failure();
		Watch watch = null;
		if (lockSoon()) {
			try {
				watch = watch(name, mask, listener, failure);
			}
			finally {
				this.mutex.unlock();
			}
		}
		if (failure.limit != null && this.warned.compareAndSet(false, true)) {
			logger.warn("File events are unavailable ({}): waiting for locks that other processes hold falls back to "
					+ "polling; raise {} to wake up sooner", failure.said, failure.limit);
		}
		return watch;
	}

	private @Nullable Watch watch(byte[] path, int mask, Listener listener, Failure failure) {
		removeDeferred();
		if (this.fd == NONE_OPEN && !open(failure)) {
			return null;
		}
		int descriptor = this.linux.inotifyAddWatch(this.fd, path, mask);
		if (descriptor < 0) {
			if (this.constants.reason(-descriptor) == LockFileException.Reason.NO_SPACE) {
				failure.set("fs.inotify.max_user_watches", this.constants.describe(-descriptor));
			}
			return null;
		}
		this.listeners.computeIfAbsent(descriptor, (key) -> new ArrayList<>(1)).add(listener);
		int instance = this.fd;
		return () -> unwatch(() -> remove(instance, descriptor, listener));
	}

	/**
	 * Nobody waits long here: a filesystem that does not answer would keep everybody from
	 * waiting for anything.
	 */
	private boolean lockSoon() {
		try {
			return this.mutex.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	boolean isOpen() {
		this.mutex.lock();
		try {
			return this.fd != NONE_OPEN;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private boolean open(Failure failure) {
		int opened = this.linux.inotifyInit(CLOSE_ON_EXEC | NON_BLOCKING);
		if (opened < 0) {
			failure.set("fs.inotify.max_user_instances (or the limit of open files)", this.constants.describe(-opened));
			return false;
		}
		boolean started = false;
		try {
			Thread thread = new Thread(null, () -> deliver(opened), "pimlock-events", 0, false);
			thread.setDaemon(true);
			thread.setContextClassLoader(null);
			thread.start();
			this.fd = opened;
			started = true;
		}
		catch (OutOfMemoryError ex) {
			// how the JVM says that the system lets it have no more threads
			failure.set("the limit of threads", String.valueOf(ex.getMessage()));
		}
		finally {
			if (!started) {
				this.libC.close(opened);
			}
		}
		return started;
	}

	private void unwatch(Runnable removal) {
		this.deferred.add(removal);
		if (this.mutex.tryLock()) {
			try {
				removeDeferred();
			}
			finally {
				this.mutex.unlock();
			}
		}
	}

	/** What others could not remove because the mutex was taken. */
	private void removeDeferred() {
		for (Runnable removal = this.deferred.poll(); removal != null; removal = this.deferred.poll()) {
			removal.run();
		}
	}

	private void remove(int instance, int descriptor, Listener listener) {
		List<Listener> remaining = this.listeners.get(descriptor);
		if (instance == this.fd && remaining != null && remaining.remove(listener) && remaining.isEmpty()) {
			this.listeners.remove(descriptor);
			this.linux.inotifyRemoveWatch(instance, descriptor);
		}
	}

	private void deliver(int instance) {
		try {
			byte[] events = new byte[NativeFrame.SIZE];
			byte[] descriptors = ByteBuffer.allocate(Long.BYTES)
				.order(ByteOrder.nativeOrder())
				.putInt(instance)
				.putShort(POLLIN)
				.array();
			int ready;
			do {
				ready = this.linux.poll(descriptors, 1, this.idleMillis);
				int length = (ready > 0) ? this.linux.read(instance, events, events.length) : 0;
				if (length > 0) {
					dispatch(ByteBuffer.wrap(events, 0, length).order(ByteOrder.nativeOrder()));
				}
				else if (length < 0) {
					ready = length;
				}
			}
			while (ready > 0 || isTransient(ready) || (ready == 0 && !isIdle()));
		}
		finally {
			close(instance);
		}
	}

	private boolean isTransient(int result) {
		return result == -NativeConstants.EINTR || result == -this.constants.wouldBlock();
	}

	private boolean isIdle() {
		this.mutex.lock();
		try {
			removeDeferred();
			if (!this.listeners.isEmpty()) {
				return false;
			}
			// from now on, whoever wants to watch opens another instance
			this.fd = NONE_OPEN;
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** Also if the thread ends in another way; then waiters are left to their polling. */
	private void close(int instance) {
		this.mutex.lock();
		try {
			if (this.fd == instance) {
				this.fd = NONE_OPEN;
				this.listeners.clear();
			}
			this.libC.close(instance);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** The buffer holds whole events: struct inotify_event of inotify(7). */
	private void dispatch(ByteBuffer events) {
		this.mutex.lock();
		try {
			removeDeferred();
			while (events.remaining() >= EVENT_SIZE) {
				int descriptor = events.getInt();
				events.position(events.position() + 2 * Integer.BYTES);
				byte[] name = new byte[events.getInt()];
				events.get(name);
				if (descriptor < 0) {
					// the queue overflowed: anything may have happened
					this.listeners.values().forEach((all) -> all.forEach(Listener::run));
				}
				else {
					tell(this.listeners.getOrDefault(descriptor, List.of()), name);
				}
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private static void tell(List<Listener> listeners, byte[] paddedName) {
		if (!listeners.isEmpty()) {
			String name = new String(paddedName, StandardCharsets.ISO_8859_1).trim();
			for (Listener listener : listeners) {
				if (listener.name == null || listener.name.equals(name)) {
					listener.run();
				}
			}
		}
	}

	/**
	 * Why there are no events, to be said once the mutex is free.
	 */
	private static final class Failure {

		private @Nullable String limit;

		private @Nullable String said;

		private void set(String limit, String said) {
			this.limit = limit;
			this.said = said;
		}

	}

	private static final class Listener {

		/** The name in the directory that it is about, null for all. */
		private final @Nullable String name;

		private final Runnable action;

		private Listener(@Nullable String name, Runnable action) {
			this.name = name;
			this.action = action;
		}

		private void run() {
			this.action.run();
		}

	}

}
