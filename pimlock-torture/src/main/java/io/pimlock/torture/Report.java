package io.pimlock.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes down what came out of a run.
 */
final class Report {

	private final Result result;

	private final Tally tally;

	Report(Result result) {
		this.result = result;
		this.tally = result.tally();
	}

	String text() {
		return tables().stream().map(Table::text).collect(Collectors.joining()) + remarks("  ") + verdict() + "\n";
	}

	String markdown() {
		String remarks = remarks("- ");
		return "# Torture report\n\n" + verdict() + "\n\n"
				+ tables().stream().map(Table::markdown).collect(Collectors.joining())
				+ (remarks.isEmpty() ? "" : "## Remarks\n\n" + remarks);
	}

	private String verdict() {
		List<String> failures = this.result.failures();
		return failures.isEmpty() ? "Everything held." : "FAILED: " + String.join("; ", failures) + ".";
	}

	private String remarks(String prefix) {
		return this.tally.examples().stream().map((example) -> prefix + example + "\n").collect(Collectors.joining());
	}

	private List<Table> tables() {
		List<Table> tables = new ArrayList<>(List.of(run(), kinds(), checks()));
		Table workers = new Table("Longest waits", "worker", "waits", "longest");
		this.tally.waits()
			.forEach((worker, waits) -> workers.row(worker, count(waits.total()), millis(waits.longest())));
		tables.add(workers);
		return tables;
	}

	private Table run() {
		TortureOptions options = this.result.options();
		Surroundings surroundings = this.result.surroundings();
		return new Table("Run", "what", "value").row("duration", seconds(this.result.elapsed()))
			.row("acquisitions by Pimlock and originals", count(this.tally.acquisitions()))
			.row("kills (SIGKILL), of them inside", count(this.tally.kills()) + ", " + count(this.tally.killsInside()))
			.row("terminations (SIGTERM)", count(this.tally.terminations()))
			.row("stops (SIGSTOP), of them inside", count(this.tally.stops()) + ", " + count(this.tally.stopsInside()))
			.row("workers",
					options.workers()
						.entrySet()
						.stream()
						.map((entry) -> entry.getValue() + " " + entry.getKey().label())
						.collect(Collectors.joining(", ")))
			.row("threads per worker with Pimlock", options.threads())
			.row("left out, because not installed",
					this.result.missing().isEmpty() ? "none" : String.join(", ", this.result.missing()))
			.row("buckets", options.buckets())
			.row("kills, stops per minute", options.killsPerMinute() + ", " + options.stopsPerMinute())
			.row("longest work inside, wait timeout, poll interval",
					millis(options.work()) + ", " + millis(options.waitTimeout()) + ", " + millis(options.poll()))
			.row("seed", options.seed())
			.row("system", surroundings.system() + ", " + surroundings.processors() + " processors")
			.row("filesystem", surroundings.filesystem())
			.row("JVM of the referee", surroundings.jvm());
	}

	private Table kinds() {
		Table table = new Table("Workers by kind", "kind", "runtime", "acquisitions", "wait median", "wait p99",
				"longest", "time-outs", "refusals", "kills", "inside", "terminations");
		this.tally.kinds()
			.forEach((kind, counts) -> table.row(kind.label(), String.join(" ", counts.versions),
					count(counts.acquisitions), quantile(counts.waits, 0.5), quantile(counts.waits, 0.99),
					quantile(counts.waits, 1), count(counts.timeouts), count(counts.refusals), count(counts.kills),
					count(counts.killsInside), count(counts.terminations)));
		return table;
	}

	private Table checks() {
		Table table = new Table("Checks", "what", "count");
		for (Problem problem : Problem.values()) {
			table.row(problem.label(), count(this.tally.count(problem)));
		}
		return table.row("torn lines in the journal, by kills", count(this.result.torn()));
	}

	private static String quantile(Waits waits, double share) {
		return (waits.total() > 0) ? millis(waits.quantile(share)) : "unknown";
	}

	private static String count(long count) {
		return String.format(Locale.ROOT, "%,d", count);
	}

	private static String seconds(Duration duration) {
		return String.format(Locale.ROOT, "%.0f s", duration.toMillis() / 1000.0);
	}

	private static String millis(Duration duration) {
		return String.format(Locale.ROOT, "%,.2f ms", duration.toNanos() / 1e6);
	}

}
