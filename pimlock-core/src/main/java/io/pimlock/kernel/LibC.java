package io.pimlock.kernel;

import com.sun.jna.Native;
import io.pimlock.NativeAccessException;
import org.jspecify.annotations.Nullable;

/**
 * The C library's functions, bound by JNA's direct mapping. All follow the C convention:
 * -1 is failure, and {@link Native#getLastError()} on the same thread then has errno.
 */
final class LibC {

	private static final @Nullable String FAILURE = bind();

	private LibC() {
	}

	/**
	 * To be called before any other method.
	 * @throws NativeAccessException if the functions cannot be called
	 */
	static void requireBound() {
		if (FAILURE != null) {
			throw new NativeAccessException(FAILURE, null);
		}
	}

	private static @Nullable String bind() {
		try {
			if (Native.SIZE_T_SIZE != Long.BYTES) {
				return "Pimlock needs a 64-bit JVM";
			}
			Native.register(LibC.class, "c");
			return null;
		}
		catch (LinkageError ex) {
			return "The native library that Pimlock calls flock(2) through cannot be loaded (" + ex
					+ "). JNA unpacks it into a temporary directory, which must be writable and not "
					+ "mounted noexec: point -Djna.tmpdir at a directory that is, or install the system's JNA library "
					+ "(Debian: libjna-jni) and set -Djna.nounpack=true";
		}
	}

	/**
	 * {@code open(2)} is variadic in C; where the platform passes variadic arguments
	 * differently (macOS on ARM), the mode arrives as garbage, so callers set it with
	 * {@link #fchmod} after creating a file.
	 */
	static native int open(byte[] path, int flags, int mode);

	static native int close(int fd);

	static native int fchmod(int fd, int mode);

	static native int flock(int fd, int operation);

	static native long pread(int fd, byte[] buffer, long count, long offset);

	static native long pwrite(int fd, byte[] buffer, long count, long offset);

	static native int link(byte[] existing, byte[] link);

	static native int unlink(byte[] path);

	static native int kill(int pid, int signal);

	static native String strerror(int errno);

}
