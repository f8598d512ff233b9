package io.pimlock.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.pimlock.torture.JournalLine.Event;
import org.jspecify.annotations.Nullable;

/**
 * A worker as the referee sees it: one process after the other under one name. Everything
 * that is done to it stands in the journal, before it is done or after it was seen.
 */
final class Worker {

	private final WorkerKind kind;

	private final int number;

	private final TortureOptions options;

	private final Ground ground;

	private final Launcher launcher;

	private final Journal journal;

	private int incarnation;

	private @Nullable Process process;

	private @Nullable Process stopper;

	private boolean doomed;

	private String signal = JournalLine.NONE;

	Worker(WorkerKind kind, int number, TortureOptions options, Ground ground, Launcher launcher, Journal journal) {
		this.kind = kind;
		this.number = number;
		this.options = options;
		this.ground = ground;
		this.launcher = launcher;
		this.journal = journal;
	}

	String name() {
		return this.kind.label() + "-" + this.number;
	}

	WorkerKind kind() {
		return this.kind;
	}

	int incarnation() {
		return this.incarnation;
	}

	long pid() {
		return process().pid();
	}

	void start(Random random) throws IOException {
		this.incarnation++;
		this.doomed = false;
		WorkerArguments arguments = new WorkerArguments(this.ground.directory(), name(), this.incarnation,
				random.nextInt(1 << 30), this.options.buckets(), this.options.work(), this.options.waitTimeout(),
				this.options.poll(), this.options.threads());
		this.journal.note(Event.BORN, name(), this.incarnation, JournalLine.NONE);
		this.process = this.launcher.start(this.kind, this.number, arguments, this.ground.log(name()));
	}

	/** Sends SIGKILL, or SIGTERM if it may take its time. */
	void kill(boolean gently) {
		this.signal = gently ? "TERM" : "KILL";
		this.doomed = true;
		this.journal.note(Event.DOOMED, name(), this.incarnation, this.signal);
		if (gently) {
			process().destroy();
		}
		else {
			process().destroyForcibly();
		}
	}

	boolean isDoomed() {
		return this.doomed;
	}

	boolean isStopped() {
		return this.stopper != null;
	}

	/** Stops the process for a while. */
	void stop(Duration length) throws IOException {
		this.journal.note(Event.STOPPED, name(), this.incarnation, JournalLine.NONE);
		this.stopper = Signals.stop(pid(), length);
	}

	/** Notes the end of a stop, once there is one. */
	void noteContinued() {
		if (this.stopper != null && !this.stopper.isAlive()) {
			this.stopper = null;
			this.journal.note(Event.CONTINUED, name(), this.incarnation, JournalLine.NONE);
		}
	}

	/**
	 * Notes the end of the process, once there is one.
	 * @return whether it has ended
	 */
	boolean noteEnd() {
		if (process().isAlive()) {
			return false;
		}
		this.journal.note(Event.DEAD, name(), this.incarnation,
				this.doomed ? this.signal : "exit-" + process().exitValue());
		return true;
	}

	int exitValue() {
		return process().exitValue();
	}

	/** Makes it stop locking. */
	void finish() throws IOException {
		process().getOutputStream().write("finish\n".getBytes(StandardCharsets.US_ASCII));
		process().getOutputStream().flush();
	}

	boolean end(Duration limit) throws IOException, InterruptedException {
		process().getOutputStream().close();
		return process().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
	}

	void destroy() {
		if (this.process != null) {
			this.process.destroyForcibly();
		}
	}

	private Process process() {
		if (this.process == null) {
			throw new IllegalStateException("not started");
		}
		return this.process;
	}

}
