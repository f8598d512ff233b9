package io.pimlock.kernel;

/**
 * Carries paths and data to the functions and back, whatever binding calls them.
 */
final class NativeCalls implements LibC, LinuxCalls {

	private static final int ENAMETOOLONG = 36;

	private final NativeFunctions functions;

	private final NativeFrames frames;

	NativeCalls(NativeFunctions functions) {
		this.functions = functions;
		this.frames = new NativeFrames(functions);
	}

	@Override
	public int open(byte[] path, int flags, int mode) {
		return withPath(path, (frame) -> this.functions.open(frame, flags, mode));
	}

	@Override
	public int close(int fd) {
		return with((frame) -> this.functions.close(frame, fd));
	}

	@Override
	public int fchmod(int fd, int mode) {
		return with((frame) -> this.functions.fchmod(frame, fd, mode));
	}

	@Override
	public int flock(int fd, int operation) {
		return with((frame) -> this.functions.flock(frame, fd, operation));
	}

	@Override
	public int kill(int pid, int signal) {
		return with((frame) -> this.functions.kill(frame, pid, signal));
	}

	@Override
	public int pread(int fd, byte[] buffer, int count, long offset) {
		return with((frame) -> {
			int read = this.functions.pread(frame, fd, Math.min(count, NativeFrame.SIZE), offset);
			frame.getFirst(buffer, Math.max(read, 0));
			return read;
		});
	}

	@Override
	public int pwrite(int fd, byte[] buffer, int count, long offset) {
		int size = Math.min(count, NativeFrame.SIZE);
		return with((frame) -> {
			frame.putFirst(buffer, size);
			return this.functions.pwrite(frame, fd, size, offset);
		});
	}

	@Override
	public int link(byte[] existing, byte[] link) {
		return withPaths(existing, link, this.functions::link);
	}

	@Override
	public int rename(byte[] from, byte[] to) {
		return withPaths(from, to, this.functions::rename);
	}

	@Override
	public int unlink(byte[] path) {
		return withPath(path, this.functions::unlink);
	}

	@Override
	public int statx(int directory, byte[] path, int flags, int mask, byte[] buffer) {
		return withPath(path, (frame) -> {
			int result = this.functions.statx(frame, directory, flags, mask);
			frame.getSecond(buffer, (result == 0) ? buffer.length : 0);
			return result;
		});
	}

	@Override
	public int inotifyInit(int flags) {
		return with((frame) -> this.functions.inotifyInit(frame, flags));
	}

	@Override
	public int inotifyAddWatch(int fd, byte[] path, int mask) {
		return withPath(path, (frame) -> this.functions.inotifyAddWatch(frame, fd, mask));
	}

	@Override
	public int inotifyRemoveWatch(int fd, int watch) {
		return with((frame) -> this.functions.inotifyRemoveWatch(frame, fd, watch));
	}

	@Override
	public int poll(byte[] descriptors, int count, int timeoutMillis) {
		return with((frame) -> {
			frame.putFirst(descriptors, descriptors.length);
			int result = this.functions.poll(frame, count, timeoutMillis);
			frame.getFirst(descriptors, descriptors.length);
			return result;
		});
	}

	@Override
	public int read(int fd, byte[] buffer, int count) {
		return with((frame) -> {
			int read = this.functions.read(frame, fd, Math.min(count, NativeFrame.SIZE));
			frame.getFirst(buffer, Math.max(read, 0));
			return read;
		});
	}

	private int withPaths(byte[] first, byte[] second, Call call) {
		return (second.length > NativeFrame.SIZE) ? -ENAMETOOLONG : withPath(first, (frame) -> {
			frame.putSecond(second, second.length);
			return call.with(frame);
		});
	}

	private int withPath(byte[] path, Call call) {
		return (path.length > NativeFrame.SIZE) ? -ENAMETOOLONG : with((frame) -> {
			frame.putFirst(path, path.length);
			return call.with(frame);
		});
	}

	private int with(Call call) {
		NativeFrame frame = this.frames.take();
		try {
			return call.with(frame);
		}
		finally {
			this.frames.giveBack(frame);
		}
	}

	/**
	 * One call of a function.
	 */
	private interface Call {

		int with(NativeFrame frame);

	}

}
