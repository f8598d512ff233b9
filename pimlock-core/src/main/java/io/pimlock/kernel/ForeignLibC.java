package io.pimlock.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The C library through the Foreign Function and Memory API, for Java 22 and later:
 * nothing to unpack, and a fraction of the cost of a JNA call.
 */
final class ForeignLibC implements LibC {

	/** PATH_MAX of Linux and more than that of macOS; the kernel takes no longer path. */
	private static final int BUFFER_SIZE = 4096;

	private static final int ENAMETOOLONG = 36;

	private final ConcurrentLinkedQueue<Frame> frames = new ConcurrentLinkedQueue<>();

	/**
	 * Binds the functions.
	 * @throws RuntimeException if that cannot be done
	 * @throws LinkageError if that cannot be done
	 */
	ForeignLibC() {
		this.frames.add(new Frame());
	}

	@Override
	public int open(byte[] path, int flags, int mode) {
		if (path.length > BUFFER_SIZE) {
			return -ENAMETOOLONG;
		}
		return call((frame) -> {
			Handles.COPY_IN.invokeExact(path, frame.first, path.length);
			return (int) Handles.OPEN.invokeExact(frame.errno, frame.first, flags, mode);
		});
	}

	@Override
	public int close(int fd) {
		return call((frame) -> (int) Handles.CLOSE.invokeExact(frame.errno, fd));
	}

	@Override
	public int fchmod(int fd, int mode) {
		return call((frame) -> (int) Handles.FCHMOD.invokeExact(frame.errno, fd, mode));
	}

	@Override
	public int flock(int fd, int operation) {
		return call((frame) -> (int) Handles.FLOCK.invokeExact(frame.errno, fd, operation));
	}

	@Override
	public int kill(int pid, int signal) {
		return call((frame) -> (int) Handles.KILL.invokeExact(frame.errno, pid, signal));
	}

	@Override
	public int pread(int fd, byte[] buffer, int count, long offset) {
		long size = Math.min(count, BUFFER_SIZE);
		return call((frame) -> {
			int read = (int) (long) Handles.PREAD.invokeExact(frame.errno, fd, frame.first, size, offset);
			if (read > 0) {
				Handles.COPY_OUT.invokeExact(frame.first, buffer, read);
			}
			return read;
		});
	}

	@Override
	public int pwrite(int fd, byte[] buffer, int count, long offset) {
		int size = Math.min(count, BUFFER_SIZE);
		return call((frame) -> {
			Handles.COPY_IN.invokeExact(buffer, frame.first, size);
			return (int) (long) Handles.PWRITE.invokeExact(frame.errno, fd, frame.first, (long) size, offset);
		});
	}

	@Override
	public int link(byte[] existing, byte[] link) {
		return (existing.length > BUFFER_SIZE || link.length > BUFFER_SIZE) ? -ENAMETOOLONG : call((frame) -> {
			Handles.COPY_IN.invokeExact(existing, frame.first, existing.length);
			Handles.COPY_IN.invokeExact(link, frame.second, link.length);
			return (int) Handles.LINK.invokeExact(frame.errno, frame.first, frame.second);
		});
	}

	@Override
	public int rename(byte[] from, byte[] to) {
		return (from.length > BUFFER_SIZE || to.length > BUFFER_SIZE) ? -ENAMETOOLONG : call((frame) -> {
			Handles.COPY_IN.invokeExact(from, frame.first, from.length);
			Handles.COPY_IN.invokeExact(to, frame.second, to.length);
			return (int) Handles.RENAME.invokeExact(frame.errno, frame.first, frame.second);
		});
	}

	@Override
	public int unlink(byte[] path) {
		return (path.length > BUFFER_SIZE) ? -ENAMETOOLONG : call((frame) -> {
			Handles.COPY_IN.invokeExact(path, frame.first, path.length);
			return (int) Handles.UNLINK.invokeExact(frame.errno, frame.first);
		});
	}

	private int call(Call call) {
		Frame frame = frame();
		try {
			return frame.result(call.with(frame));
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	private Frame frame() {
		Frame frame = this.frames.poll();
		return (frame != null) ? frame : new Frame();
	}

	/**
	 * One call of a function.
	 */
	private interface Call {

		/** Returns what the function returns, negative if it failed. */
		int with(Frame frame) throws Throwable;

	}

	/**
	 * The native memory of one call at a time. There are as many as there ever were calls
	 * at the same time.
	 */
	private static final class Frame {

		private final Object errno = Handles.LINKER.allocate(Long.BYTES);

		private final Object first = Handles.LINKER.allocate(BUFFER_SIZE);

		private final Object second = Handles.LINKER.allocate(BUFFER_SIZE);

		private int result(int value) throws Throwable {
			return (value >= 0) ? value : -(int) Handles.READ_INT.invokeExact(this.errno);
		}

	}

	/**
	 * Constants, so that the compiler can call straight through.
	 */
	private static final class Handles {

		static final ForeignLinker LINKER = new ForeignLinker();

		private static final Object POINTER = LINKER.layout("ADDRESS");

		private static final Object INT = LINKER.layout("JAVA_INT");

		private static final Object LONG = LINKER.layout("JAVA_LONG");

		static final MethodHandle COPY_IN = LINKER.copyIn();

		static final MethodHandle COPY_OUT = LINKER.copyOut();

		static final MethodHandle READ_INT = LINKER.readInt();

		static final MethodHandle OPEN = LINKER.function("open",
				MethodType.methodType(int.class, Object.class, Object.class, int.class, int.class), 2, INT, POINTER,
				INT, INT);

		static final MethodHandle CLOSE = LINKER.function("close",
				MethodType.methodType(int.class, Object.class, int.class), -1, INT, INT);

		static final MethodHandle FCHMOD = ints("fchmod");

		static final MethodHandle FLOCK = ints("flock");

		static final MethodHandle KILL = ints("kill");

		static final MethodHandle PREAD = bytes("pread");

		static final MethodHandle PWRITE = bytes("pwrite");

		static final MethodHandle LINK = paths("link");

		static final MethodHandle RENAME = paths("rename");

		static final MethodHandle UNLINK = LINKER.function("unlink",
				MethodType.methodType(int.class, Object.class, Object.class), -1, INT, POINTER);

		private static MethodHandle ints(String name) {
			return LINKER.function(name, MethodType.methodType(int.class, Object.class, int.class, int.class), -1, INT,
					INT, INT);
		}

		private static MethodHandle paths(String name) {
			return LINKER.function(name, MethodType.methodType(int.class, Object.class, Object.class, Object.class), -1,
					INT, POINTER, POINTER);
		}

		private static MethodHandle bytes(String name) {
			return LINKER.function(name,
					MethodType.methodType(long.class, Object.class, int.class, Object.class, long.class, long.class),
					-1, LONG, INT, POINTER, LONG, LONG);
		}

	}

}
