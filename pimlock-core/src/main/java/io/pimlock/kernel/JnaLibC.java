package io.pimlock.kernel;

import com.sun.jna.Native;
import io.pimlock.NativeAccessException;
import org.jspecify.annotations.Nullable;

/**
 * The C library through JNA's direct mapping, for Java 17 to 21.
 */
final class JnaLibC implements LibC {

	private static final @Nullable String FAILURE = Functions.bind();

	/**
	 * Binds the functions.
	 * @throws NativeAccessException if that cannot be done
	 */
	JnaLibC() {
		if (FAILURE != null) {
			throw new NativeAccessException(FAILURE, null);
		}
	}

	private static int result(long value) {
		return (value >= 0) ? (int) value : -Native.getLastError();
	}

	@Override
	public int open(byte[] path, int flags, int mode) {
		return result(Functions.open(path, flags, mode));
	}

	@Override
	public int close(int fd) {
		return result(Functions.close(fd));
	}

	@Override
	public int fchmod(int fd, int mode) {
		return result(Functions.fchmod(fd, mode));
	}

	@Override
	public int flock(int fd, int operation) {
		return result(Functions.flock(fd, operation));
	}

	@Override
	public int pread(int fd, byte[] buffer, int count, long offset) {
		return result(Functions.pread(fd, buffer, count, offset));
	}

	@Override
	public int pwrite(int fd, byte[] buffer, int count, long offset) {
		return result(Functions.pwrite(fd, buffer, count, offset));
	}

	@Override
	public int link(byte[] existing, byte[] link) {
		return result(Functions.link(existing, link));
	}

	@Override
	public int rename(byte[] from, byte[] to) {
		return result(Functions.rename(from, to));
	}

	@Override
	public int unlink(byte[] path) {
		return result(Functions.unlink(path));
	}

	@Override
	public int kill(int pid, int signal) {
		return result(Functions.kill(pid, signal));
	}

	/**
	 * What the names and signatures are mapped from; each returns -1 on failure and
	 * leaves errno to {@link Native#getLastError()} on the same thread.
	 */
	private static final class Functions {

		/** What is wrong, or null. */
		private static @Nullable String bind() {
			try {
				if (Native.SIZE_T_SIZE != Long.BYTES) {
					return "Pimlock needs a 64-bit JVM";
				}
				Native.register(Functions.class, "c");
				return null;
			}
			catch (IllegalCallerException ex) {
				return NativeBindings.ACCESS_DENIED + " (" + ex.getMessage() + ")";
			}
			catch (LinkageError ex) {
				if (ex.getCause() instanceof IllegalCallerException denied) {
					return NativeBindings.ACCESS_DENIED + " (" + denied.getMessage() + ")";
				}
				return "The native library that Pimlock calls flock(2) through cannot be loaded (" + ex
						+ "). JNA unpacks it into a temporary directory, which must be writable and not mounted "
						+ "noexec: point -Djna.tmpdir at a directory that is, or install the system's JNA library "
						+ "(Debian: libjna-jni) and set -Djna.nounpack=true, or run on Java 22 or later, which needs "
						+ "neither";
			}
		}

		static native int open(byte[] path, int flags, int mode);

		static native int close(int fd);

		static native int fchmod(int fd, int mode);

		static native int flock(int fd, int operation);

		static native long pread(int fd, byte[] buffer, long count, long offset);

		static native long pwrite(int fd, byte[] buffer, long count, long offset);

		static native int link(byte[] existing, byte[] link);

		static native int rename(byte[] from, byte[] to);

		static native int unlink(byte[] path);

		static native int kill(int pid, int signal);

	}

}
