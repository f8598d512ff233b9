package io.pimlock.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

import io.pimlock.kernel.NativeProcesses;
import io.pimlock.process.ProcessTable.Liveness;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /proc} (proc(5)). {@code kill(pid, 0)} is asked first because it is thirty
 * times cheaper, and because it still answers where {@code hidepid} hides the entry.
 */
final class LinuxProcesses {

	static final LinuxProcesses SYSTEM = new LinuxProcesses(Path.of("/proc"), NativeProcesses::exists,
			countsAsWeDo(Path.of("/proc")));

	/** PF_EXITING of the kernel's sched.h: the process has begun to exit. */
	private static final long EXITING = 0x4;

	private static final int STAT_STATE = 0;

	private static final int STAT_FLAGS = 6;

	private static final int STAT_THREADS = 17;

	private static final int STAT_START_TICKS = 19;

	private final Path proc;

	private final IntPredicate exists;

	private final boolean usable;

	LinuxProcesses(Path proc, IntPredicate exists) {
		this(proc, exists, true);
	}

	/**
	 * Creates the table.
	 * @param usable whether the numbers in {@code /proc} are those of this process's own
	 * pid namespace; if not, the entry of a number is a stranger's
	 */
	LinuxProcesses(Path proc, IntPredicate exists, boolean usable) {
		this.proc = proc;
		this.exists = exists;
		this.usable = usable;
	}

	/**
	 * In a pid namespace without a {@code /proc} of its own, NSpid lists this process's
	 * number in the namespace of {@code /proc} first, and its own last.
	 */
	static boolean countsAsWeDo(Path proc) {
		try {
			String numbers = statusValue(Files.readString(proc.resolve("self/status"), StandardCharsets.ISO_8859_1),
					"NSpid:");
			return numbers == null || numbers.split("\\s+").length == 1;
		}
		catch (IOException ex) {
			return false;
		}
	}

	boolean isAlive(int pid) {
		if (!this.exists.test(pid)) {
			return false;
		}
		if (!this.usable) {
			return true;
		}
		try {
			return isProcess(pid) && !isDead(stat(pid));
		}
		catch (NoSuchFileException ex) {
			// gone in between, or hidden from this user
			return this.exists.test(pid);
		}
		catch (IOException | NumberFormatException ex) {
			return true;
		}
	}

	Liveness liveness(long pid, long startTicks) {
		if (!this.usable) {
			return this.exists.test((int) pid) ? Liveness.UNKNOWN : Liveness.DEAD;
		}
		try {
			String[] stat = stat(pid);
			boolean running = Long.parseLong(stat[STAT_START_TICKS]) == startTicks && !isDead(stat)
					&& (Long.parseLong(stat[STAT_FLAGS]) & EXITING) == 0;
			return running ? Liveness.ALIVE : Liveness.DEAD;
		}
		catch (NoSuchFileException ex) {
			return this.exists.test((int) pid) ? Liveness.UNKNOWN : Liveness.DEAD;
		}
		catch (IOException | NumberFormatException ex) {
			return Liveness.UNKNOWN;
		}
	}

	OptionalLong startTicks(long pid) {
		if (!this.usable) {
			return OptionalLong.empty();
		}
		try {
			return OptionalLong.of(Long.parseLong(stat(pid)[STAT_START_TICKS]));
		}
		catch (IOException | NumberFormatException ex) {
			return OptionalLong.empty();
		}
	}

	/** The thread group's id differs from the pid where the number is a thread's. */
	private boolean isProcess(int pid) throws IOException {
		String group = statusValue(Files.readString(this.proc.resolve(pid + "/status"), StandardCharsets.ISO_8859_1),
				"Tgid:");
		return group == null || group.equals(Integer.toString(pid));
	}

	private static @Nullable String statusValue(String status, String name) {
		return status.lines()
			.filter((line) -> line.startsWith(name))
			.map((line) -> line.substring(name.length()).strip())
			.findFirst()
			.orElse(null);
	}

	/**
	 * A zombie whose other threads still run has only lost its first thread; the process
	 * goes on.
	 */
	private static boolean isDead(String[] stat) {
		return switch (stat[STAT_STATE]) {
			case "Z" -> Long.parseLong(stat[STAT_THREADS]) <= 1;
			case "X", "x" -> true;
			default -> false;
		};
	}

	/**
	 * The fields of {@code stat} after the command, which is in parentheses and may
	 * contain anything, parentheses and spaces included.
	 */
	private String[] stat(long pid) throws IOException {
		String text = Files.readString(this.proc.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
		int command = text.lastIndexOf(')');
		String[] fields = (command < 0) ? new String[0] : text.substring(command + 1).strip().split(" ");
		if (fields.length <= STAT_START_TICKS) {
			throw new IOException("Unexpected format of /proc/" + pid + "/stat");
		}
		return fields;
	}

}
