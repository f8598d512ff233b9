package io.pimlock.benchmarks.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

import io.pimlock.benchmarks.contender.ContenderKind;
import io.pimlock.benchmarks.contender.LockDatabase;
import io.pimlock.benchmarks.results.Results;

/**
 * From the release of a lock in one process to its acquisition in another one.
 */
final class HandOver {

	/** What stands for blocking flock in C. */
	static final String FLOCK = "FLOCK_C";

	private static final int SHORTEST_MICROS = 5_000;

	private static final int LONGEST_MICROS = 40_000;

	private final Arena arena;

	private final int warmUp;

	private final int measured;

	private final Results results;

	HandOver(Arena arena) {
		this.arena = arena;
		this.warmUp = arena.choose(100, 10);
		this.measured = arena.choose(300, 40);
		this.results = new Results(arena.results().resolve("handover.json"));
	}

	void run() throws Exception {
		for (int processes : new int[] { 2, 9 }) {
			measure(FLOCK, this.arena.diskName(), processes);
			measure("PIMLOCK", this.arena.diskName(), processes);
			measure("PIMLOCK", this.arena.memoryName(), processes);
			measure("FILE_CHANNEL", this.arena.diskName(), processes);
			measure("LUCENE", this.arena.diskName(), processes);
			try (LockDatabase database = LockDatabase.start(this.arena.ground(this.arena.diskName()))) {
				measure("JDBC_SERVER", this.arena.diskName(), processes);
			}
		}
	}

	private void measure(String contender, String place, int processes) throws Exception {
		Path ground = this.arena.ground(place);
		Path file = this.arena.ground(this.arena.memoryName()).resolve("board");
		Board board = Board.create(file, processes, this.warmUp + this.measured + 1, SHORTEST_MICROS, LONGEST_MICROS);
		try (Children children = new Children(this.arena.programs())) {
			if (contender.equals(FLOCK) && !children.has("handover")) {
				return;
			}
			for (int i = 0; i < processes; i++) {
				start(children, contender, ground, file, i);
			}
			children.join();
		}
		if (board.violations() > 0) {
			throw new IllegalStateException(contender + " let two in at once");
		}
		report(contender, place, processes, board);
	}

	private static void start(Children children, String contender, Path ground, Path board, int number)
			throws IOException {
		if (contender.equals(FLOCK)) {
			children.program("handover", ground.resolve("flock.lock"), board, number);
		}
		else {
			children.jvm(HandOverContestant.class, ContenderKind.valueOf(contender), ground, board, number);
		}
	}

	private void report(String contender, String place, int processes, Board board) throws IOException {
		long[] nanos = new long[this.measured];
		for (int i = 0; i < nanos.length; i++) {
			int number = this.warmUp + 1 + i;
			nanos[i] = board.begunAt(number) - board.releasedBefore(number);
			if (board.holderOf(number) == board.holderOf(number - 1)) {
				throw new IllegalStateException("Not handed over, but taken again by the same process");
			}
			if (nanos[i] <= 0) {
				throw new IllegalStateException("The clocks of two processes differ");
			}
		}
		this.results.add(contender, "place", place, "waiting", processes - 1, "nanos", nanos);
		long[] sorted = nanos.clone();
		Arrays.sort(sorted);
		Arena.say(String.format(Locale.ROOT, "hand-over %-12s %-6s %d waiting: median %.3f ms, max %.3f ms", contender,
				place, processes - 1, sorted[sorted.length / 2] / 1e6, sorted[sorted.length - 1] / 1e6));
	}

}
