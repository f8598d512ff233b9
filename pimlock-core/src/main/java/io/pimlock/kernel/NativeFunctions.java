package io.pimlock.kernel;

/**
 * The functions of the C library as a binding calls them: paths and buffers are in the
 * frame, in the order of the parameters. A failure is returned as the negative error
 * number.
 */
interface NativeFunctions {

	/**
	 * Native memory for one call.
	 */
	NativeFrame newFrame();

	/**
	 * Binds what only Linux has.
	 * @throws LinkageError if something is missing
	 * @throws RuntimeException if something is missing
	 */
	void bindLinux();

	int open(NativeFrame frame, int flags, int mode);

	int close(NativeFrame frame, int fd);

	int fchmod(NativeFrame frame, int fd, int mode);

	int flock(NativeFrame frame, int fd, int operation);

	int pread(NativeFrame frame, int fd, long count, long offset);

	int pwrite(NativeFrame frame, int fd, long count, long offset);

	int link(NativeFrame frame);

	int rename(NativeFrame frame);

	int unlink(NativeFrame frame);

	int kill(NativeFrame frame, int pid, int signal);

	int statx(NativeFrame frame, int directory, int flags, int mask);

	int inotifyInit(NativeFrame frame, int flags);

	int inotifyAddWatch(NativeFrame frame, int fd, int mask);

	int inotifyRemoveWatch(NativeFrame frame, int fd, int watch);

	int poll(NativeFrame frame, long count, int timeoutMillis);

	int read(NativeFrame frame, int fd, long count);

}
