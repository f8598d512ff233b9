package io.pimlock.kernel;

/**
 * Asks the kernel about other processes.
 */
public final class NativeProcesses {

	private NativeProcesses() {
	}

	/**
	 * Whether a process, or a thread, with that number exists: {@code kill(2)} with
	 * signal 0. Only for platforms with {@code kill}.
	 * @param pid the number
	 * @return false only if the kernel says that there is none ({@code ESRCH})
	 */
	public static boolean exists(int pid) {
		return NativeBindings.libC().kill(pid, 0) != -NativeConstants.ESRCH;
	}

}
