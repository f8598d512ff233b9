package io.pimlock.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What came out of a run.
 *
 * @param options its settings
 * @param tally what happened
 * @param elapsed how long it took, all in all
 * @param torn how many lines of the journal were not whole
 * @param missing the kinds that could not be started here
 * @param surroundings where it took place
 */
record Result(TortureOptions options, Tally tally, Duration elapsed, long torn, List<String> missing,
		Surroundings surroundings) {

	/** What a crash of an original may cause, and what others see of it. */
	private static final Set<Problem> OF_ORIGINALS = EnumSet.of(Problem.OVERLAP_WITH_ORIGINAL,
			Problem.MARKER_WITH_ORIGINAL, Problem.MARKER_UNKNOWN, Problem.OVERLAP_AMONG_ORIGINALS, Problem.LOST,
			Problem.LOST_BY_ORIGINAL);

	/**
	 * Why the run failed.
	 * @return the reasons, none if everything held
	 */
	List<String> failures() {
		List<String> failures = new ArrayList<>();
		for (Problem problem : Problem.values()) {
			long count = this.tally.count(problem);
			if (count > 0 && !(this.options.excusesOriginals() && OF_ORIGINALS.contains(problem))) {
				failures.add(problem.label() + ": " + count);
			}
		}
		if (this.torn > this.tally.kills()) {
			failures.add("torn lines in the journal: " + this.torn);
		}
		this.options.workers().forEach((kind, count) -> {
			if (count > 0 && !this.missing.contains(kind.label()) && this.tally.kind(kind).acquisitions == 0) {
				failures.add("nobody of kind " + kind.label() + " got in");
			}
		});
		return failures;
	}

}
