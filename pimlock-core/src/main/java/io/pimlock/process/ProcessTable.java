package io.pimlock.process;

import java.util.Locale;

/**
 * Answers whether processes are alive. Every doubt counts as alive.
 */
public final class ProcessTable {

	private static final boolean LINUX = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

	private ProcessTable() {
	}

	/**
	 * Whether a process with that pid is alive in this process's pid namespace. A
	 * thread's id is not a process, and neither is a zombie.
	 * @param pid the process id
	 * @return false only if there certainly is none
	 */
	public static boolean isAlive(long pid) {
		if (pid <= 0 || pid > Integer.MAX_VALUE) {
			return false;
		}
		return LINUX ? LinuxProcesses.SYSTEM.isAlive((int) pid) : ProcessHandle.of(pid).isPresent();
	}

	/**
	 * Whether exactly that process is still running: not another one that got its pid
	 * later, and not one that is already exiting.
	 * @param process the process
	 * @return unknown where its pid means nothing here, or its entry is hidden
	 */
	public static Liveness liveness(ProcessIdentity process) {
		if (!LINUX || process.startTicks() <= 0 || !process.sharesPidsWith(ProcessIdentity.current())) {
			return Liveness.UNKNOWN;
		}
		return LinuxProcesses.SYSTEM.liveness(process.pid(), process.startTicks());
	}

	/**
	 * What can be said about a process.
	 */
	public enum Liveness {

		/** It runs. */
		ALIVE,

		/** It does not run any more, or is exiting. */
		DEAD,

		/** It cannot be told from here. */
		UNKNOWN

	}

}
