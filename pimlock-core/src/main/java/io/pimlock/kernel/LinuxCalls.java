package io.pimlock.kernel;

/**
 * The functions of the C library that only Linux has, whatever they are called through. A
 * failure is returned as the negative error number; paths are NUL-terminated. Safe for
 * use by many threads.
 */
interface LinuxCalls {

	/** {@code statx(2)}, since Linux 4.11. */
	int statx(int directory, byte[] path, int flags, int mask, byte[] buffer);

	/** {@code inotify_init1(2)}. */
	int inotifyInit(int flags);

	/** {@code inotify_add_watch(2)}. */
	int inotifyAddWatch(int fd, byte[] path, int mask);

	/** {@code inotify_rm_watch(2)}. */
	int inotifyRemoveWatch(int fd, int watch);

	/** {@code poll(2)} with an array of {@code struct pollfd}; may block. */
	int poll(byte[] descriptors, int count, int timeoutMillis);

	/** {@code read(2)}; does not block when {@link #poll} said so. */
	int read(int fd, byte[] buffer, int count);

}
