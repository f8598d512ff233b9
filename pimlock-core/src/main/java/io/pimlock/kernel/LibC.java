package io.pimlock.kernel;

/**
 * The functions of the C library that Pimlock calls, whatever they are called through. A
 * failure is returned as the negative error number; paths are NUL-terminated. Safe for
 * use by many threads.
 */
interface LibC {

	/**
	 * {@code open(2)}. Where the binding does not know variadic functions and the
	 * platform passes their arguments differently (JNA on macOS on ARM), the mode arrives
	 * as garbage, so callers set it with {@link #fchmod} after creating a file.
	 */
	int open(byte[] path, int flags, int mode);

	int close(int fd);

	int fchmod(int fd, int mode);

	int flock(int fd, int operation);

	/** Reads to the beginning of the buffer. */
	int pread(int fd, byte[] buffer, int count, long offset);

	/** Writes from the beginning of the buffer. */
	int pwrite(int fd, byte[] buffer, int count, long offset);

	int link(byte[] existing, byte[] link);

	int rename(byte[] from, byte[] to);

	int unlink(byte[] path);

	int kill(int pid, int signal);

}
