package io.pimlock.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Kills and stops workers at random moments and starts them again.
 */
final class Executioner {

	/**
	 * Shorter than the two seconds after which an empty lock file counts as abandoned: a
	 * program of the original protocol may be stopped between creating and writing it.
	 */
	private static final int LONGEST_STOP_MILLIS = 1200;

	private final TortureOptions options;

	private final Tally tally;

	private final Random random;

	private long nextKill;

	private long nextStop;

	Executioner(TortureOptions options, Tally tally) {
		this.options = options;
		this.tally = tally;
		this.random = new Random(options.seed());
		this.nextKill = System.nanoTime() + pause(options.killsPerMinute());
		this.nextStop = System.nanoTime() + pause(options.stopsPerMinute());
	}

	void start(Worker worker) throws IOException {
		worker.start(this.random);
	}

	/**
	 * Kills or stops somebody if it is time to; one half of the time one of those that
	 * were inside a moment ago, so that deaths of holders do not depend on luck.
	 */
	void strike(List<Worker> workers, Set<String> inside) throws IOException {
		long now = System.nanoTime();
		if (now - this.nextKill >= 0) {
			this.nextKill = now + pause(this.options.killsPerMinute());
			kill(victim(workers, inside));
			if (this.random.nextInt(10) == 0) {
				// perhaps a dead holder and whoever was about to take its place
				kill(victim(workers, inside));
			}
		}
		if (now - this.nextStop >= 0) {
			this.nextStop = now + pause(this.options.stopsPerMinute());
			Worker worker = victim(workers, inside);
			if (!worker.isDoomed() && !worker.isStopped()) {
				worker.stop(Duration.ofMillis(50 + this.random.nextInt(LONGEST_STOP_MILLIS - 50)));
			}
		}
	}

	private void kill(Worker worker) {
		if (!worker.isDoomed()) {
			worker.kill(worker.kind().isJava() && this.random.nextInt(10) == 0);
		}
	}

	/** Sees who is back and who is gone; those are started again. */
	void attend(List<Worker> workers) throws IOException {
		for (Worker worker : workers) {
			worker.noteContinued();
			if (worker.noteEnd()) {
				if (!worker.isDoomed()) {
					this.tally.problem(Problem.TROUBLE, worker.name() + " ended by itself with " + worker.exitValue());
				}
				start(worker);
			}
		}
	}

	private Worker victim(List<Worker> workers, Set<String> inside) {
		List<Worker> holders = workers.stream().filter((worker) -> inside.contains(worker.name())).toList();
		if (!holders.isEmpty() && this.random.nextBoolean()) {
			return holders.get(this.random.nextInt(holders.size()));
		}
		return workers.get(this.random.nextInt(workers.size()));
	}

	/** Exponentially distributed: no moment is likelier than another. */
	private long pause(double perMinute) {
		if (perMinute <= 0) {
			return Long.MAX_VALUE / 4;
		}
		return (long) (-Math.log(1 - this.random.nextDouble()) * 60e9 / perMinute);
	}

}
