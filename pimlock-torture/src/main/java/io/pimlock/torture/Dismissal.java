package io.pimlock.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.pimlock.torture.JournalLine.Event;

/**
 * The orderly end of all workers: they stop locking, show that they hold nothing, and go.
 */
final class Dismissal {

	private final Duration limit;

	private final Ground ground;

	private final Tally tally;

	private final Descriptors descriptors = new Descriptors();

	private final Set<String> finished = new HashSet<>();

	Dismissal(TortureOptions options, Ground ground, Tally tally) {
		this.limit = options.hang();
		this.ground = ground;
		this.tally = tally;
	}

	void accept(JournalLine line) {
		this.descriptors.accept(line);
		if (line.event() == Event.FINISHED) {
			this.finished.add(line.worker());
		}
	}

	/**
	 * Ends the workers.
	 * @param follow waits a little and passes on new lines to {@link #accept}
	 */
	void dismiss(List<Worker> workers, Follow follow) throws IOException, InterruptedException {
		for (Worker worker : workers) {
			worker.finish();
		}
		long begin = System.nanoTime();
		while (this.finished.size() < workers.size() && System.nanoTime() - begin < this.limit.toNanos()) {
			follow.follow();
		}
		for (Worker worker : workers) {
			dismiss(worker);
		}
	}

	private void dismiss(Worker worker) throws IOException, InterruptedException {
		if (!this.finished.contains(worker.name())) {
			this.tally.problem(Problem.HUNG, worker.name() + " does not finish");
			Signals.dump(worker);
			return;
		}
		this.descriptors.check(worker, this.ground, this.tally);
		if (!worker.end(this.limit) || worker.exitValue() != 0) {
			this.tally.problem(Problem.TROUBLE, worker.name() + " does not end cleanly");
		}
	}

	/**
	 * Reads on in the journal.
	 */
	interface Follow {

		void follow() throws IOException, InterruptedException;

	}

}
