package io.pimlock.kernel;

import com.sun.jna.Native;

/**
 * Like {@link JnaLibC}, for what only Linux has.
 */
final class JnaLinuxLibC {

	static {
		Native.register(JnaLinuxLibC.class, "c");
	}

	private JnaLinuxLibC() {
	}

	/**
	 * Loads this class.
	 * @throws LinkageError if the functions cannot be bound
	 */
	static void bind() {
	}

	static native int statx(int directory, long path, int flags, int mask, long buffer);

	static native int inotify_init1(int flags);

	static native int inotify_add_watch(int fd, long path, int mask);

	static native int inotify_rm_watch(int fd, int watch);

	static native int poll(long descriptors, long count, int timeout);

	static native long read(int fd, long buffer, long count);

}
