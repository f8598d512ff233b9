package io.pimlock.kernel;

import java.util.Locale;

import io.pimlock.NativeAccessException;

/**
 * The numbers that a C compiler would have taken from the platform's headers: those of
 * {@code open(2)} and of {@code errno(3)}. LOCK_SH, LOCK_EX, LOCK_NB and LOCK_UN of
 * {@code flock(2)} are the same everywhere.
 */
record NativeConstants(int create, int exclusive, int noFollow, int nonBlocking, int closeOnExec, int wouldBlock,
		int tooManySymlinks, int noLocks, int notSupported, int noSystemCall, int quotaExceeded, int nameTooLong) {

	static final int READ_ONLY = 0;

	static final int READ_WRITE = 2;

	static final int LOCK_SHARED = 1;

	static final int LOCK_EXCLUSIVE = 2;

	static final int LOCK_NON_BLOCKING = 4;

	static final int LOCK_UNLOCK = 8;

	/** The error numbers that Linux and macOS share. */
	static final int EPERM = 1;

	static final int ENOENT = 2;

	static final int ESRCH = 3;

	static final int EINTR = 4;

	static final int EIO = 5;

	static final int ENXIO = 6;

	static final int EACCES = 13;

	static final int EEXIST = 17;

	static final int ENOTDIR = 20;

	static final int EISDIR = 21;

	static final int EINVAL = 22;

	static final int ENFILE = 23;

	static final int EMFILE = 24;

	static final int ENOSPC = 28;

	static final int EROFS = 30;

	static NativeConstants forThisPlatform() {
		return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
	}

	static NativeConstants of(String os, String architecture) {
		String name = os.toLowerCase(Locale.ROOT);
		return switch (architecture.toLowerCase(Locale.ROOT)) {
			case "amd64", "x86_64", "riscv64", "s390x", "loongarch64" ->
				name.startsWith("mac") ? mac() : linux(0400000);
			case "aarch64", "arm64", "ppc64le", "ppc64" -> name.startsWith("mac") ? mac() : linux(0100000);
			default -> throw new NativeAccessException("Pimlock does not know the system call numbers of " + os + " on "
					+ architecture + "; it supports 64-bit Linux and macOS", null);
		};
	}

	private static NativeConstants linux(int noFollow) {
		return new NativeConstants(0100, 0200, noFollow, 04000, 02000000, 11, 40, 37, 95, 38, 122, 36);
	}

	private static NativeConstants mac() {
		return new NativeConstants(0x200, 0x800, 0x100, 0x4, 0x1000000, 35, 62, 77, 45, 78, 69, 63);
	}

	/**
	 * What a failed call returns; never what a successful one does, even if the binding
	 * lost the error number.
	 */
	static int failure(int errno) {
		return (errno > 0) ? -errno : -EIO;
	}

	LockFileException.Reason reason(int errno) {
		if (errno == this.tooManySymlinks) {
			return LockFileException.Reason.NOT_REGULAR;
		}
		if (errno == this.quotaExceeded) {
			return LockFileException.Reason.NO_SPACE;
		}
		if (errno == this.notSupported || errno == this.noSystemCall) {
			return LockFileException.Reason.UNSUPPORTED;
		}
		if (errno == this.noLocks) {
			return LockFileException.Reason.RESOURCE_LIMIT;
		}
		if (errno == this.nameTooLong) {
			return LockFileException.Reason.NAME_TOO_LONG;
		}
		return switch (errno) {
			case ENOENT -> LockFileException.Reason.MISSING;
			case EEXIST -> LockFileException.Reason.EXISTS;
			case ENOTDIR -> LockFileException.Reason.NOT_A_DIRECTORY;
			case EISDIR, ENXIO -> LockFileException.Reason.NOT_REGULAR;
			case EACCES, EPERM -> LockFileException.Reason.PERMISSION;
			case EROFS -> LockFileException.Reason.READ_ONLY;
			case ENOSPC -> LockFileException.Reason.NO_SPACE;
			case EINVAL -> LockFileException.Reason.UNSUPPORTED;
			case ENFILE, EMFILE -> LockFileException.Reason.RESOURCE_LIMIT;
			default -> LockFileException.Reason.OTHER;
		};
	}

	/** What strerror(3) says of the numbers that have a meaning here. */
	String describe(int errno) {
		if (errno == this.tooManySymlinks) {
			return "Is a symbolic link";
		}
		if (errno == this.quotaExceeded) {
			return "Disk quota exceeded";
		}
		if (errno == this.notSupported) {
			return "Operation not supported";
		}
		if (errno == this.noSystemCall) {
			return "Function not implemented";
		}
		if (errno == this.noLocks) {
			return "No locks available";
		}
		if (errno == this.nameTooLong) {
			return "File name too long";
		}
		return switch (errno) {
			case EPERM -> "Operation not permitted";
			case ENOENT -> "No such file or directory";
			case EIO -> "Input/output error";
			case ENXIO -> "No such device or address";
			case EACCES -> "Permission denied";
			case EEXIST -> "File exists";
			case ENOTDIR -> "Not a directory";
			case EISDIR -> "Is a directory";
			case EINVAL -> "Invalid argument";
			case ENFILE -> "Too many open files in system";
			case EMFILE -> "Too many open files";
			case ENOSPC -> "No space left on device";
			case EROFS -> "Read-only file system";
			default -> "Error number " + errno;
		};
	}

}
