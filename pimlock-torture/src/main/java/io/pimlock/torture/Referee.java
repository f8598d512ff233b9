package io.pimlock.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Runs the workers, kills and stops them, reads the journal meanwhile, and looks at what
 * is left in the end.
 */
final class Referee {

	private static final Duration TICK = Duration.ofMillis(3);

	/** After the last kill: enough for somebody to get into every bucket again. */
	private static final Duration CALM = Duration.ofSeconds(4);

	private final TortureOptions options;

	private final Ground ground;

	private final Tally tally = new Tally();

	private final JournalChecker checker = new JournalChecker(this.tally);

	private final ProgressWatch watch;

	private final Executioner executioner;

	private final List<Worker> workers = new ArrayList<>();

	private final Dismissal dismissal;

	Referee(TortureOptions options, Ground ground) {
		this.options = options;
		this.ground = ground;
		this.watch = new ProgressWatch(options.hang());
		this.executioner = new Executioner(options, this.tally);
		this.dismissal = new Dismissal(options, ground, this.tally);
	}

	Result run() throws IOException, InterruptedException {
		Launcher launcher = new Launcher(this.options, this.ground.directory().resolve("programs"));
		Thread hook = new Thread(this::destroyAll, "destroy-workers");
		Runtime.getRuntime().addShutdownHook(hook);
		long begin = System.nanoTime();
		try (Journal journal = new Journal(this.ground.journal());
				JournalFollower follower = new JournalFollower(this.ground.journal())) {
			startAll(launcher, journal);
			boolean hung = torture(follower, begin) || calmDown(follower);
			if (!hung) {
				this.dismissal.dismiss(this.workers, () -> follow(follower));
			}
			destroyAll();
			follower.read(this::accept);
			new Leftovers(this.ground, this.tally).check(this.ground.buckets(this.options.buckets()));
			return new Result(this.options, this.tally, Duration.ofNanos(System.nanoTime() - begin), follower.torn(),
					launcher.missing(), Surroundings.of(this.ground.directory()));
		}
		finally {
			destroyAll();
			Runtime.getRuntime().removeShutdownHook(hook);
		}
	}

	private void startAll(Launcher launcher, Journal journal) throws IOException {
		for (WorkerKind kind : this.options.workers().keySet()) {
			for (int i = 0; launcher.canStart(kind) && i < this.options.workers().get(kind); i++) {
				Worker worker = new Worker(kind, i, this.options, this.ground, launcher, journal);
				this.workers.add(worker);
				this.executioner.start(worker);
			}
		}
	}

	private boolean torture(JournalFollower follower, long begin) throws IOException, InterruptedException {
		Progress progress = new Progress(this.tally, begin);
		while (System.nanoTime() - begin < this.options.duration().toNanos()) {
			if (tick(follower)) {
				return true;
			}
			this.executioner.strike(this.workers, this.checker.inside());
			progress.print();
		}
		return false;
	}

	private boolean calmDown(JournalFollower follower) throws IOException, InterruptedException {
		Predicate<Worker> disturbed = (worker) -> worker.isDoomed() || worker.isStopped();
		long begin = System.nanoTime();
		while (System.nanoTime() - begin < CALM.toNanos() || this.workers.stream().anyMatch(disturbed)) {
			if (tick(follower)) {
				return true;
			}
		}
		return false;
	}

	private void follow(JournalFollower follower) throws IOException, InterruptedException {
		TimeUnit.NANOSECONDS.sleep(TICK.toNanos());
		follower.read(this::accept);
	}

	/** Whether somebody hangs. */
	private boolean tick(JournalFollower follower) throws IOException, InterruptedException {
		follow(follower);
		this.executioner.attend(this.workers);
		List<String> hung = this.watch.hung(System.nanoTime());
		if (hung.isEmpty()) {
			return false;
		}
		hung.forEach((name) -> this.tally.problem(Problem.HUNG,
				name + ": no progress for " + this.options.hang().toSeconds() + " s"));
		for (Worker worker : this.workers) {
			Signals.dump(worker);
		}
		return true;
	}

	private void accept(JournalLine line) {
		this.checker.accept(line);
		this.watch.accept(line, System.nanoTime());
		this.dismissal.accept(line);
	}

	private void destroyAll() {
		this.workers.forEach(Worker::destroy);
	}

}
