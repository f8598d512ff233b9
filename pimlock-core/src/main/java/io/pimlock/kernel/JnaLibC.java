package io.pimlock.kernel;

import com.sun.jna.Native;

/**
 * What the names and signatures of the C library are mapped from; each returns -1 on
 * failure and leaves errno to {@link Native#getLastError()} on the same thread. Pointers
 * are longs.
 */
final class JnaLibC {

	static {
		Native.register(JnaLibC.class, "c");
	}

	private JnaLibC() {
	}

	/**
	 * Loads this class.
	 * @throws LinkageError if the functions cannot be bound
	 */
	static void bind() {
	}

	static native int open(long path, int flags, int mode);

	static native int close(int fd);

	static native int fchmod(int fd, int mode);

	static native int flock(int fd, int operation);

	static native long pread(int fd, long buffer, long count, long offset);

	static native long pwrite(int fd, long buffer, long count, long offset);

	static native int link(long existing, long link);

	static native int rename(long from, long to);

	static native int unlink(long path);

	static native int kill(int pid, int signal);

}
