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
			// first what fails with a message for the reader
			NativeBindings.libC();
			return new PosixLockFiles(Shared.CONSTANTS, NativeBindings.libC(), Shared.STATUSES, Shared.EVENTS);
		}
		return new ChannelLockFiles();
	}

	private static boolean isPosix(String os) {
		return os.startsWith("linux") || os.startsWith("mac");
	}

	/**
	 * One for all engines of this JVM, which have to agree on what a file is.
	 */
	private static final class Shared {

		/** How long the thread stays that nobody needs any more. */
		private static final int IDLE_MILLIS = 10_000;

		private static final NativeConstants CONSTANTS = NativeConstants.forThisPlatform();

		static final FileStatuses STATUSES = statuses();

		static final FileEvents EVENTS = events();

		private static FileStatuses statuses() {
			LinuxCalls linux = NativeBindings.linux();
			LinuxFileStatuses statuses = (linux != null) ? new LinuxFileStatuses(linux, CONSTANTS) : null;
			return (statuses != null && statuses.work()) ? statuses : FileStatuses.PORTABLE;
		}

		private static FileEvents events() {
			LinuxCalls linux = NativeBindings.linux();
			return (linux != null) ? new Inotify(NativeBindings.libC(), linux, CONSTANTS, IDLE_MILLIS)
					: FileEvents.NONE;
		}

	}

}
