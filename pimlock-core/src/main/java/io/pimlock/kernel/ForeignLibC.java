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
		Frame frame = frame();
		try {
			Handles.COPY_IN.invokeExact(path, frame.first, path.length);
			return frame.result((int) Handles.OPEN.invokeExact(frame.errno, frame.first, flags, mode));
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	@Override
	public int close(int fd) {
		return callWithInt(Handles.CLOSE, fd);
	}

	@Override
	public int fchmod(int fd, int mode) {
		return callWithInts(Handles.FCHMOD, fd, mode);
	}

	@Override
	public int flock(int fd, int operation) {
		return callWithInts(Handles.FLOCK, fd, operation);
	}

	@Override
	public int kill(int pid, int signal) {
		return callWithInts(Handles.KILL, pid, signal);
	}

	@Override
	public int pread(int fd, byte[] buffer, int count, long offset) {
		int size = Math.min(count, BUFFER_SIZE);
		Frame frame = frame();
		try {
			long read = (long) Handles.PREAD.invokeExact(frame.errno, fd, frame.first, (long) size, offset);
			if (read > 0) {
				Handles.COPY_OUT.invokeExact(frame.first, buffer, (int) read);
			}
			return frame.result((int) read);
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	@Override
	public int pwrite(int fd, byte[] buffer, int count, long offset) {
		int size = Math.min(count, BUFFER_SIZE);
		Frame frame = frame();
		try {
			Handles.COPY_IN.invokeExact(buffer, frame.first, size);
			return frame
				.result((int) (long) Handles.PWRITE.invokeExact(frame.errno, fd, frame.first, (long) size, offset));
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	@Override
	public int link(byte[] existing, byte[] link) {
		return callWithPaths(Handles.LINK, existing, link);
	}

	@Override
	public int rename(byte[] from, byte[] to) {
		return callWithPaths(Handles.RENAME, from, to);
	}

	private int callWithPaths(MethodHandle function, byte[] first, byte[] second) {
		if (first.length > BUFFER_SIZE || second.length > BUFFER_SIZE) {
			return -ENAMETOOLONG;
		}
		Frame frame = frame();
		try {
			Handles.COPY_IN.invokeExact(first, frame.first, first.length);
			Handles.COPY_IN.invokeExact(second, frame.second, second.length);
			return frame.result((int) function.invokeExact(frame.errno, frame.first, frame.second));
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	@Override
	public int unlink(byte[] path) {
		if (path.length > BUFFER_SIZE) {
			return -ENAMETOOLONG;
		}
		Frame frame = frame();
		try {
			Handles.COPY_IN.invokeExact(path, frame.first, path.length);
			return frame.result((int) Handles.UNLINK.invokeExact(frame.errno, frame.first));
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	private int callWithInt(MethodHandle function, int argument) {
		Frame frame = frame();
		try {
			return frame.result((int) function.invokeExact(frame.errno, argument));
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	private int callWithInts(MethodHandle function, int first, int second) {
		Frame frame = frame();
		try {
			return frame.result((int) function.invokeExact(frame.errno, first, second));
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		finally {
			this.frames.add(frame);
		}
	}

	private Frame frame() {
		Frame frame = this.frames.poll();
		return (frame != null) ? frame : new Frame();
	}

	private static RuntimeException unexpected(Throwable ex) {
		if (ex instanceof Error error) {
			throw error;
		}
		return (ex instanceof RuntimeException failure) ? failure : new IllegalStateException(ex);
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
