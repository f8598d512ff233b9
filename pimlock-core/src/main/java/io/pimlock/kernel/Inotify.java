package io.pimlock.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * One inotify instance for all waiters of this JVM, because a user has few of them
 * (inotify(7): fs.inotify.max_user_instances). It and its thread come with the first watch
 * and go some seconds after the last. All state is under the mutex; nobody blocks with it.
 * The kernel gives all watches of one file the same descriptor, so each descriptor has a
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

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<Integer, List<Listener>> listeners = new HashMap<>();

	private final LibC libC;

	private final LinuxCalls linux;

	private final NativeConstants constants;

	private final int idleMillis;

	private int fd = NONE_OPEN;

	private boolean warned;

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
		this.mutex.lock();
		try {
			if (this.fd == NONE_OPEN && !open()) {
				return null;
			}
			int descriptor = this.linux.inotifyAddWatch(this.fd, NativePath.encode(path), mask);
			if (descriptor < 0) {
				if (this.constants.reason(-descriptor) == LockFileException.Reason.NO_SPACE) {
					warn("fs.inotify.max_user_watches", descriptor);
				}
				return null;
			}
			this.listeners.computeIfAbsent(descriptor, (key) -> new ArrayList<>(1)).add(listener);
			int instance = this.fd;
			return () -> unwatch(instance, descriptor, listener);
		}
		finally {
			this.mutex.unlock();
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

	private boolean open() {
		int opened = this.linux.inotifyInit(CLOSE_ON_EXEC | NON_BLOCKING);
		if (opened < 0) {
			warn("fs.inotify.max_user_instances", opened);
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
		finally {
			if (!started) {
				this.libC.close(opened);
			}
		}
		return true;
	}

	private void warn(String limit, int result) {
		if (!this.warned) {
			this.warned = true;
			logger.warn("File events are unavailable ({}): waiting for locks that other processes hold falls back to "
					+ "polling; raise {} to wake up sooner", this.constants.describe(-result), limit);
		}
	}

	private void unwatch(int instance, int descriptor, Listener listener) {
		this.mutex.lock();
		try {
			List<Listener> remaining = this.listeners.get(descriptor);
			if (instance == this.fd && remaining != null && remaining.remove(listener) && remaining.isEmpty()) {
				this.listeners.remove(descriptor);
				this.linux.inotifyRemoveWatch(instance, descriptor);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void deliver(int instance) {
		byte[] events = new byte[NativeFrame.SIZE];
		byte[] descriptors = ByteBuffer.allocate(Long.BYTES)
			.order(ByteOrder.nativeOrder())
			.putInt(instance)
			.putShort(POLLIN)
			.array();
		while (true) {
			int ready = this.linux.poll(descriptors, 1, this.idleMillis);
			if (ready > 0) {
				int length = this.linux.read(instance, events, events.length);
				dispatch(ByteBuffer.wrap(events, 0, Math.max(length, 0)).order(ByteOrder.nativeOrder()));
			}
			else if (ready != -NativeConstants.EINTR && closeIfIdle(instance)) {
				return;
			}
		}
	}

	private boolean closeIfIdle(int instance) {
		this.mutex.lock();
		try {
			if (!this.listeners.isEmpty()) {
				return false;
			}
			this.fd = NONE_OPEN;
			this.libC.close(instance);
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/** The buffer holds whole events: struct inotify_event of inotify(7). */
	private void dispatch(ByteBuffer events) {
		this.mutex.lock();
		try {
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
