package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The main class of a run. Ends with 0 if everything held, with 1 if not, with 2 if the
 * options are wrong.
 */
public final class Torture {

	private static final String VERIFY = "--verify=";

	private Torture() {
	}

	/**
	 * Runs workers, or judges the journal of an earlier run.
	 * @param args the options
	 * @throws Exception if the run cannot be carried out
	 */
	public static void main(String[] args) throws Exception {
		if (args.length == 1 && args[0].startsWith(VERIFY)) {
			System.exit(verify(Path.of(args[0].substring(VERIFY.length()))) ? 0 : 1);
		}
		TortureOptions options;
		try {
			options = TortureOptions.parse(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.err.println(TortureOptions.USAGE);
			System.exit(2);
			return;
		}
		System.exit(run(options).failures().isEmpty() ? 0 : 1);
	}

	static Result run(TortureOptions options) throws IOException, InterruptedException {
		Path directory = (options.directory() != null) ? options.directory()
				: Files.createTempDirectory("pimlock-torture");
		System.out.println("Seed " + options.seed() + ", in " + directory);
		Result result = new Referee(options, Ground.create(directory, options.buckets())).run();
		Report report = new Report(result);
		System.out.println(report.text());
		Path file = options.report();
		if (file != null) {
			Path parent = file.toAbsolutePath().getParent();
			if (parent != null) {
				Files.createDirectories(parent);
			}
			Files.writeString(file, report.markdown());
		}
		if (options.directory() == null && result.failures().isEmpty()) {
			delete(directory);
		}
		return result;
	}

	private static boolean verify(Path journal) throws IOException {
		Tally tally = new Tally();
		JournalChecker checker = new JournalChecker(tally);
		try (JournalFollower follower = new JournalFollower(journal)) {
			follower.read(checker::accept);
		}
		tally.examples().forEach(System.out::println);
		List<Problem> bad = Stream.of(Problem.OVERLAP, Problem.MARKER, Problem.FALLING_TOKEN, Problem.TROUBLE)
			.filter((problem) -> tally.count(problem) > 0)
			.toList();
		System.out.println(tally.acquisitions() + " acquisitions, " + tally.kills() + " kills: "
				+ (bad.isEmpty() ? "everything held" : "failed"));
		return bad.isEmpty();
	}

	private static void delete(Path directory) throws IOException {
		try (Stream<Path> all = Files.walk(directory)) {
			for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(path);
			}
		}
	}

}
