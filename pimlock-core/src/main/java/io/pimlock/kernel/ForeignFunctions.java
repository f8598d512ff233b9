package io.pimlock.kernel;

import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;

/**
 * The functions through the Foreign Function and Memory API, for Java 22 and later:
 * nothing to unpack, and a fraction of the cost of a JNA call. The handles are constants,
 * so that the compiler can call straight through.
 */
final class ForeignFunctions implements NativeFunctions {

	private static final ForeignLinker LINKER = new ForeignLinker();

	private static final MethodHandle ERRNO = LINKER.readInt();

	private static final MethodHandle OPEN = LINKER.function("open", 2, int.class, long.class, int.class, int.class);

	private static final MethodHandle CLOSE = LINKER.function("close", int.class, int.class);

	private static final MethodHandle FCHMOD = LINKER.function("fchmod", int.class, int.class, int.class);

	private static final MethodHandle FLOCK = LINKER.function("flock", int.class, int.class, int.class);

	private static final MethodHandle PREAD = LINKER.function("pread", long.class, int.class, long.class, long.class,
			long.class);

	private static final MethodHandle PWRITE = LINKER.function("pwrite", long.class, int.class, long.class, long.class,
			long.class);

	private static final MethodHandle LINK = LINKER.function("link", int.class, long.class, long.class);

	private static final MethodHandle RENAME = LINKER.function("rename", int.class, long.class, long.class);

	private static final MethodHandle UNLINK = LINKER.function("unlink", int.class, long.class);

	private static final MethodHandle KILL = LINKER.function("kill", int.class, int.class, int.class);

	@Override
	public NativeFrame newFrame() {
		Object first = LINKER.allocate(NativeFrame.SIZE);
		Object second = LINKER.allocate(NativeFrame.SIZE);
		return new NativeFrame(LINKER.buffer(first).order(ByteOrder.nativeOrder()), LINKER.address(first),
				LINKER.buffer(second).order(ByteOrder.nativeOrder()), LINKER.address(second),
				LINKER.allocate(Long.BYTES));
	}

	@Override
	public void bindLinux() {
		Linux.READ.type();
	}

	@Override
	public int open(NativeFrame frame, int flags, int mode) {
		return call(frame, () -> (int) OPEN.invokeExact(frame.errno(), frame.firstAddress(), flags, mode));
	}

	@Override
	public int close(NativeFrame frame, int fd) {
		return call(frame, () -> (int) CLOSE.invokeExact(frame.errno(), fd));
	}

	@Override
	public int fchmod(NativeFrame frame, int fd, int mode) {
		return call(frame, () -> (int) FCHMOD.invokeExact(frame.errno(), fd, mode));
	}

	@Override
	public int flock(NativeFrame frame, int fd, int operation) {
		return call(frame, () -> (int) FLOCK.invokeExact(frame.errno(), fd, operation));
	}

	@Override
	public int pread(NativeFrame frame, int fd, long count, long offset) {
		return call(frame, () -> (long) PREAD.invokeExact(frame.errno(), fd, frame.firstAddress(), count, offset));
	}

	@Override
	public int pwrite(NativeFrame frame, int fd, long count, long offset) {
		return call(frame, () -> (long) PWRITE.invokeExact(frame.errno(), fd, frame.firstAddress(), count, offset));
	}

	@Override
	public int link(NativeFrame frame) {
		return call(frame, () -> (int) LINK.invokeExact(frame.errno(), frame.firstAddress(), frame.secondAddress()));
	}

	@Override
	public int rename(NativeFrame frame) {
		return call(frame, () -> (int) RENAME.invokeExact(frame.errno(), frame.firstAddress(), frame.secondAddress()));
	}

	@Override
	public int unlink(NativeFrame frame) {
		return call(frame, () -> (int) UNLINK.invokeExact(frame.errno(), frame.firstAddress()));
	}

	@Override
	public int kill(NativeFrame frame, int pid, int signal) {
		return call(frame, () -> (int) KILL.invokeExact(frame.errno(), pid, signal));
	}

	@Override
	public int statx(NativeFrame frame, int directory, int flags, int mask) {
		return call(frame, () -> (int) Linux.STATX.invokeExact(frame.errno(), directory, frame.firstAddress(), flags,
				mask, frame.secondAddress()));
	}

	@Override
	public int inotifyInit(NativeFrame frame, int flags) {
		return call(frame, () -> (int) Linux.INOTIFY_INIT.invokeExact(frame.errno(), flags));
	}

	@Override
	public int inotifyAddWatch(NativeFrame frame, int fd, int mask) {
		return call(frame,
				() -> (int) Linux.INOTIFY_ADD_WATCH.invokeExact(frame.errno(), fd, frame.firstAddress(), mask));
	}

	@Override
	public int inotifyRemoveWatch(NativeFrame frame, int fd, int watch) {
		return call(frame, () -> (int) Linux.INOTIFY_RM_WATCH.invokeExact(frame.errno(), fd, watch));
	}

	@Override
	public int poll(NativeFrame frame, long count, int timeoutMillis) {
		return call(frame,
				() -> (int) Linux.POLL.invokeExact(frame.errno(), frame.firstAddress(), count, timeoutMillis));
	}

	@Override
	public int read(NativeFrame frame, int fd, long count) {
		return call(frame, () -> (long) Linux.READ.invokeExact(frame.errno(), fd, frame.firstAddress(), count));
	}

	private static int call(NativeFrame frame, Call call) {
		try {
			long result = call.run();
			return (result >= 0) ? (int) result : NativeConstants.failure((int) ERRNO.invokeExact(frame.errno()));
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * One call of a handle.
	 */
	private interface Call {

		long run() throws Throwable;

	}

	/**
	 * What only Linux has.
	 */
	private static final class Linux {

		static final MethodHandle STATX = LINKER.function("statx", int.class, int.class, long.class, int.class,
				int.class, long.class);

		static final MethodHandle INOTIFY_INIT = LINKER.function("inotify_init1", int.class, int.class);

		static final MethodHandle INOTIFY_ADD_WATCH = LINKER.function("inotify_add_watch", int.class, int.class,
				long.class, int.class);

		static final MethodHandle INOTIFY_RM_WATCH = LINKER.function("inotify_rm_watch", int.class, int.class,
				int.class);

		static final MethodHandle POLL = LINKER.function("poll", int.class, long.class, long.class, int.class);

		static final MethodHandle READ = LINKER.function("read", long.class, int.class, long.class, long.class);

	}

}
