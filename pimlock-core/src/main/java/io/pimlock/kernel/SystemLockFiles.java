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
			return new PosixLockFiles(NativeConstants.forThisPlatform(), NativeBindings.libC());
		}
		return new ChannelLockFiles();
	}

	private static boolean isPosix(String os) {
		return os.startsWith("linux") || os.startsWith("mac");
	}

}
