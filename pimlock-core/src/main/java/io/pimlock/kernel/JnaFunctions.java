package io.pimlock.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.pimlock.NativeAccessException;
import org.jspecify.annotations.Nullable;

/**
 * The functions through JNA's direct mapping, for Java 17 to 21. Pointers are passed as
 * the numbers that they are, which is the cheapest way there is with JNA.
 */
final class JnaFunctions implements NativeFunctions {

	private static final @Nullable String FAILURE = bind();

	/**
	 * Binds the functions.
	 * @throws NativeAccessException if that cannot be done
	 */
	JnaFunctions() {
		if (FAILURE != null) {
			throw new NativeAccessException(FAILURE, null);
		}
	}

	/** What is wrong, or null. */
	private static @Nullable String bind() {
		try {
			if (Native.POINTER_SIZE != Long.BYTES) {
				return "Pimlock needs a 64-bit JVM";
			}
			JnaLibC.bind();
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

	private static int result(long value) {
		return (value >= 0) ? (int) value : NativeConstants.failure(Native.getLastError());
	}

	@Override
	public NativeFrame newFrame() {
		ByteBuffer first = ByteBuffer.allocateDirect(NativeFrame.SIZE).order(ByteOrder.nativeOrder());
		ByteBuffer second = ByteBuffer.allocateDirect(NativeFrame.SIZE).order(ByteOrder.nativeOrder());
		return new NativeFrame(first, address(first), second, address(second), null);
	}

	private static long address(ByteBuffer buffer) {
		return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
	}

	@Override
	public void bindLinux() {
		JnaLinuxLibC.bind();
	}

	@Override
	public int open(NativeFrame frame, int flags, int mode) {
		return result(JnaLibC.open(frame.firstAddress(), flags, mode));
	}

	@Override
	public int close(NativeFrame frame, int fd) {
		return result(JnaLibC.close(fd));
	}

	@Override
	public int fchmod(NativeFrame frame, int fd, int mode) {
		return result(JnaLibC.fchmod(fd, mode));
	}

	@Override
	public int flock(NativeFrame frame, int fd, int operation) {
		return result(JnaLibC.flock(fd, operation));
	}

	@Override
	public int pread(NativeFrame frame, int fd, long count, long offset) {
		return result(JnaLibC.pread(fd, frame.firstAddress(), count, offset));
	}

	@Override
	public int pwrite(NativeFrame frame, int fd, long count, long offset) {
		return result(JnaLibC.pwrite(fd, frame.firstAddress(), count, offset));
	}

	@Override
	public int link(NativeFrame frame) {
		return result(JnaLibC.link(frame.firstAddress(), frame.secondAddress()));
	}

	@Override
	public int rename(NativeFrame frame) {
		return result(JnaLibC.rename(frame.firstAddress(), frame.secondAddress()));
	}

	@Override
	public int unlink(NativeFrame frame) {
		return result(JnaLibC.unlink(frame.firstAddress()));
	}

	@Override
	public int kill(NativeFrame frame, int pid, int signal) {
		return result(JnaLibC.kill(pid, signal));
	}

	@Override
	public int statx(NativeFrame frame, int directory, int flags, int mask) {
		return result(JnaLinuxLibC.statx(directory, frame.firstAddress(), flags, mask, frame.secondAddress()));
	}

	@Override
	public int inotifyInit(NativeFrame frame, int flags) {
		return result(JnaLinuxLibC.inotify_init1(flags));
	}

	@Override
	public int inotifyAddWatch(NativeFrame frame, int fd, int mask) {
		return result(JnaLinuxLibC.inotify_add_watch(fd, frame.firstAddress(), mask));
	}

	@Override
	public int inotifyRemoveWatch(NativeFrame frame, int fd, int watch) {
		return result(JnaLinuxLibC.inotify_rm_watch(fd, watch));
	}

	@Override
	public int poll(NativeFrame frame, long count, int timeoutMillis) {
		return result(JnaLinuxLibC.poll(frame.firstAddress(), count, timeoutMillis));
	}

	@Override
	public int read(NativeFrame frame, int fd, long count) {
		return result(JnaLinuxLibC.read(fd, frame.firstAddress(), count));
	}

}
