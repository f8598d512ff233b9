package io.pimlock.torture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

import io.pimlock.torture.WorkerKind.Family;

/**
 * What the journal amounts to: counts, and the first few examples of everything bad.
 */
final class Tally {

	private static final int EXAMPLES = 20;

	private final Map<WorkerKind, KindTally> kinds = new EnumMap<>(WorkerKind.class);

	private final Map<String, Waits> waits = new TreeMap<>();

	private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);

	private final List<String> examples = new ArrayList<>();

	private long stops;

	private long stopsInside;

	void accept(JournalLine line) {
		kind(line.kind()).accept(line);
		String where = line.actor() + " in " + line.bucket() + ": " + line.text();
		switch (line.event()) {
			case ENTER -> {
				if (line.waited() >= 0) {
					this.waits.computeIfAbsent(line.worker(), (worker) -> new Waits()).add(line.waited());
				}
			}
			case LOST ->
				problem((line.kind().family() == Family.ORIGINAL) ? Problem.LOST_BY_ORIGINAL : Problem.LOST, where);
			case TROUBLE -> problem(Problem.TROUBLE, where);
			default -> {
			}
		}
	}

	KindTally kind(WorkerKind kind) {
		return this.kinds.computeIfAbsent(kind, (key) -> new KindTally());
	}

	void stopped(boolean inside) {
		this.stops++;
		this.stopsInside += inside ? 1 : 0;
	}

	void overlap(Overlap overlap) {
		problem(overlap.isAmongOriginals() ? Problem.OVERLAP_AMONG_ORIGINALS
				: overlap.involvesOriginal() ? Problem.OVERLAP_WITH_ORIGINAL : Problem.OVERLAP, overlap.toString());
	}

	/** Not counted twice: the journal shows it too, but this may be the only trace. */
	void overlapSeenInside(Overlap overlap) {
		problem(overlap.first().equals(Marker.LEFT) ? Problem.MARKER_UNKNOWN
				: overlap.involvesOriginal() ? Problem.MARKER_WITH_ORIGINAL : Problem.MARKER, overlap.toString());
	}

	void problem(Problem problem, String text) {
		if (this.problems.merge(problem, 1L, Long::sum) <= EXAMPLES) {
			this.examples.add(problem.label() + ": " + text);
		}
	}

	long count(Problem problem) {
		return this.problems.getOrDefault(problem, 0L);
	}

	Map<WorkerKind, KindTally> kinds() {
		return this.kinds;
	}

	Map<String, Waits> waits() {
		return this.waits;
	}

	List<String> examples() {
		return this.examples;
	}

	/** Of buckets; what only takes the kernel lock does not count. */
	long acquisitions() {
		return this.kinds.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().family() != Family.GUARD)
			.mapToLong((entry) -> entry.getValue().acquisitions)
			.sum();
	}

	long kills() {
		return sum((kind) -> kind.kills);
	}

	long killsInside() {
		return sum((kind) -> kind.killsInside);
	}

	long terminations() {
		return sum((kind) -> kind.terminations);
	}

	private long sum(ToLongFunction<KindTally> count) {
		return this.kinds.values().stream().mapToLong(count).sum();
	}

	long stops() {
		return this.stops;
	}

	long stopsInside() {
		return this.stopsInside;
	}

}
