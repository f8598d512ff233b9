package io.pimlock.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * One process, told from all others that have or had its pid by when it started. Read
 * from {@code /proc} here and not through the engine: a judge does not borrow the eyes of
 * the one it judges.
 *
 * @param pid the process id
 * @param startTicks when it started, in clock ticks since boot
 */
record RunningProcess(long pid, String startTicks) {

	private static final int STATE = 0;

	private static final int FLAGS = 6;

	private static final int START_TICKS = 19;

	/** PF_EXITING in the kernel's sources: no line of the program runs any more. */
	private static final long EXITING = 4;

	static RunningProcess current() {
		long pid = ProcessHandle.current().pid();
		List<String> stat = stat(pid);
		if (stat == null) {
			throw new IllegalStateException("/proc shows no own process");
		}
		return new RunningProcess(pid, stat.get(START_TICKS));
	}

	/**
	 * Whether this very process can still do anything.
	 */
	boolean runs() {
		List<String> stat = stat(this.pid);
		return stat != null && stat.get(START_TICKS).equals(this.startTicks) && !"ZXx".contains(stat.get(STATE))
				&& (Long.parseLong(stat.get(FLAGS)) & EXITING) == 0;
	}

	private static @Nullable List<String> stat(long pid) {
		try {
			String text = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
			return List.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * What the process's descriptors stand for.
	 */
	static List<String> descriptors(long pid) throws IOException {
		try (Stream<Path> all = Files.list(Path.of("/proc/" + pid + "/fd"))) {
			return all.map(RunningProcess::target).toList();
		}
	}

	private static String target(Path descriptor) {
		try {
			return Files.readSymbolicLink(descriptor).toString();
		}
		catch (IOException ex) {
			return "closed";
		}
	}

}
