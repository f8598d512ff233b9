package io.pimlock.kernel;

/**
 * Lock files on a system that never does in one call what it can do in many.
 */
public final class InterruptedLockFiles {

	private InterruptedLockFiles() {
	}

	/**
	 * Real lock files; a signal interrupts each call that can be interrupted twice, and
	 * each read or write moves a single byte.
	 * @return the lock files
	 */
	public static LockFiles create() {
		return new PosixLockFiles(NativeConstants.forThisPlatform(),
				new ScriptedLibC().interruptEach(2).transferAtMost(1), FileStatuses.PORTABLE, FileEvents.NONE);
	}

}
