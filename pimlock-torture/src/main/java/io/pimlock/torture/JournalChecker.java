package io.pimlock.torture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.pimlock.torture.WorkerKind.Family;
import org.jspecify.annotations.Nullable;

/*
 * The order of the lines is the order of the writes. A worker writes its entry after it
 * was given the lock and its exit before it gives it back. So whenever two entries stand
 * in the journal without an exit between them, two had the lock, unless the first died.
 *
 * A death has two lines. DOOMED is written before the signal is sent, DEAD after the end
 * of the process was seen; it died somewhere between. An entry of another that falls
 * between them is no proof of anything yet: it becomes one as soon as the doomed process
 * writes again. (That the doomed one was alive but silent is what the marker inside the
 * bucket shows; Marker looks at the process itself.)
 */
/**
 * Judges a journal in one pass: exclusion and fencing tokens. Remembers who is inside
 * which bucket and who is about to die, nothing else.
 */
final class JournalChecker {

	private final Map<String, Life> lives = new HashMap<>();

	private final Map<String, BucketReplay> buckets = new HashMap<>();

	private final Tally tally;

	JournalChecker(Tally tally) {
		this.tally = tally;
	}

	void accept(JournalLine line) {
		switch (line.event()) {
			case BORN -> this.lives.put(line.worker(), new Life(line.incarnation()));
			case DOOMED, DEAD, STOPPED, CONTINUED -> fate(line);
			default -> deed(line);
		}
	}

	/**
	 * The workers that were inside a bucket at the last line.
	 */
	Set<String> inside() {
		return this.buckets.values()
			.stream()
			.flatMap((bucket) -> bucket.inside().stream())
			.map(JournalChecker::worker)
			.collect(Collectors.toSet());
	}

	private void fate(JournalLine line) {
		Predicate<String> its = (actor) -> actor.startsWith(line.worker() + "." + line.incarnation() + ".");
		Life life = this.lives.get(line.worker());
		if (life == null || !life.is(line.incarnation())) {
			return;
		}
		switch (line.event()) {
			case DOOMED -> life.doom();
			case STOPPED ->
				this.tally.stopped(this.buckets.values().stream().anyMatch((bucket) -> bucket.isInside(its)));
			case DEAD -> {
				boolean inside = false;
				for (BucketReplay bucket : this.buckets.values()) {
					inside |= bucket.remove(its);
				}
				if (life.isDoomed()) {
					this.tally.kind(line.kind()).killed(line.text(), inside);
				}
				this.lives.remove(line.worker());
			}
			default -> {
			}
		}
	}

	private void deed(JournalLine line) {
		Life life = this.lives.get(line.worker());
		if (life == null || !life.is(line.incarnation())) {
			this.tally.problem(Problem.TROUBLE, "a line of a process that is not alive: " + line);
			return;
		}
		life.takeSuspicions().forEach(this.tally::overlap);
		switch (line.event()) {
			case ENTER -> enter(line);
			case EXIT -> {
				if (!bucket(line).exit(line)) {
					this.tally.problem(Problem.TROUBLE, "an exit without an entry: " + line);
				}
			}
			case OVERLAP ->
				this.tally.overlapSeenInside(new Overlap(line.bucket(), line.text(), line.actor(), "marker"));
			default -> this.tally.accept(line);
		}
	}

	private void enter(JournalLine line) {
		BucketReplay bucket = bucket(line);
		for (Overlap overlap : bucket.enter(line)) {
			Life other = life(overlap.first());
			if (other != null && other.isDoomed()) {
				other.suspect(overlap);
			}
			else {
				this.tally.overlap(overlap);
			}
		}
		if (line.kind().family() == Family.PIMLOCK && line.number() >= 0 && !bucket.acceptsToken(line)) {
			this.tally.problem(Problem.FALLING_TOKEN, line.toString());
		}
		this.tally.accept(line);
	}

	private BucketReplay bucket(JournalLine line) {
		return this.buckets.computeIfAbsent(line.bucket(), BucketReplay::new);
	}

	private @Nullable Life life(String actor) {
		Life life = this.lives.get(worker(actor));
		return (life != null && actor.contains("." + life.incarnation() + ".")) ? life : null;
	}

	private static String worker(String actor) {
		return actor.substring(0, actor.indexOf('.'));
	}

}
