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
			return new PosixLockFiles(constants, NativeBindings.libC(), statuses(constants), Events.PROCESS);
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

	/**
	 * One for all engines of this JVM.
	 */
	private static final class Events {

		/** How long the thread stays that nobody needs any more. */
		private static final int IDLE_MILLIS = 10_000;

		static final FileEvents PROCESS = create();

		private static FileEvents create() {
			LinuxCalls linux = NativeBindings.linux();
			return (linux != null)
					? new Inotify(NativeBindings.libC(), linux, NativeConstants.forThisPlatform(), IDLE_MILLIS)
					: FileEvents.NONE;
		}

	}

}
