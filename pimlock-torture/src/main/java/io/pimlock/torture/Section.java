package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

import io.pimlock.torture.JournalLine.Event;
import org.jspecify.annotations.Nullable;

/**
 * What one thread does inside a bucket: it says so in the journal and puts its marker.
 */
final class Section {

	private static final RunningProcess SELF = RunningProcess.current();

	private final WorkerArguments arguments;

	private final int thread;

	private final Journal journal;

	private final Set<Path> marked = new HashSet<>();

	Section(WorkerArguments arguments, int thread, Journal journal) {
		this.arguments = arguments;
		this.thread = thread;
		this.journal = journal;
	}

	void enter(Path bucket, long token, long wait) throws IOException {
		note(Event.ENTER, bucket, token, wait, JournalLine.NONE);
		String other = marker(bucket).put();
		if (other == null) {
			this.marked.add(bucket);
		}
		else {
			note(Event.OVERLAP, bucket, token, -1, other);
		}
	}

	void exit(Path bucket) throws IOException {
		String other = this.marked.remove(bucket) ? marker(bucket).take() : null;
		if (other != null) {
			note(Event.OVERLAP, bucket, -1, -1, other);
		}
		note(Event.EXIT, bucket, -1, -1, JournalLine.NONE);
	}

	private Marker marker(Path bucket) {
		return new Marker(new Ground(this.arguments.directory()).marker(bucket),
				this.arguments.worker() + "." + this.arguments.incarnation() + "." + this.thread, SELF);
	}

	void note(Event event, @Nullable Path bucket, long number, long wait, String text) {
		this.journal.write(new JournalLine(event, this.arguments.worker(), this.arguments.incarnation(), this.thread,
				SELF.pid(), System.nanoTime(), (bucket != null) ? name(bucket) : JournalLine.NONE, number, wait, text));
	}

	void trouble(Path bucket, Throwable problem) {
		StringBuilder text = new StringBuilder();
		for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
			text.append(cause).append(" at ");
			text.append((cause.getStackTrace().length > 0) ? cause.getStackTrace()[0] : "?").append("; ");
		}
		note(Event.TROUBLE, bucket, -1, -1, text.toString());
	}

	private static String name(Path bucket) {
		return String.valueOf(bucket.getFileName());
	}

}
