package io.pimlock.kernel;

import java.util.Locale;

/**
 * Chooses the implementation for this platform.
 */
final class SystemLockFiles {

	private static final boolean POSIX = isPosix(System.getProperty("os.name", "").toLowerCase(Locale.ROOT));

	private SystemLockFiles() {
	}

	static LockFiles get() {
		if (POSIX) {
			NativeConstants constants = NativeConstants.forThisPlatform();
			return new PosixLockFiles(constants, NativeBindings.libC(), statuses(constants));
		}
		return new ChannelLockFiles();
	}

	private static FileStatuses statuses(NativeConstants constants) {
		LinuxCalls linux = NativeBindings.linux();
		LinuxFileStatuses statuses = (linux != null) ? new LinuxFileStatuses(linux, constants) : null;
		return (statuses != null && statuses.work()) ? statuses : FileStatuses.PORTABLE;
	}

	private static boolean isPosix(String os) {
		return os.startsWith("linux") || os.startsWith("mac");
	}

}
