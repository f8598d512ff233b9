package io.pimlock.torture;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * One line of the journal. It is written by one call to a file opened for appending, so
 * the order of the lines is the order of the writes. A line starts with a line break and
 * ends with a full stop: a process that is killed while it writes may leave half a line,
 * which must neither swallow the next one nor pass for a whole one.
 *
 * @param event what happened
 * @param worker the worker, {@code kind-number}
 * @param incarnation how often it had been started
 * @param thread its thread, 0 in programs with one
 * @param pid its process id, 0 if another process writes about it
 * @param nanos the monotonic clock that all processes share, 0 if the program has none
 * @param bucket the bucket, {@code -} for none
 * @param number the fencing token or the number of open descriptors, -1 for none
 * @param waited how long the call took in nanoseconds, -1 if unknown
 * @param text one word more, {@code -} for none
 */
record JournalLine(Event event, String worker, int incarnation, int thread, long pid, long nanos, String bucket,
		long number, long waited, String text) {

	static final String NONE = "-";

	private static final int FIELDS = 11;

	/**
	 * The worker's thread in this incarnation: nobody else is ever called so.
	 */
	String actor() {
		return this.worker + "." + this.incarnation + "." + this.thread;
	}

	WorkerKind kind() {
		return WorkerKind.ofWorker(this.worker);
	}

	String format() {
		return "\n" + this.event.name().toLowerCase(Locale.ROOT) + " " + this.worker + " " + this.incarnation + " "
				+ this.thread + " " + this.pid + " " + this.nanos + " " + this.bucket + " " + this.number + " "
				+ this.waited + " " + (this.text.isEmpty() ? NONE : this.text.replaceAll("\\s", "_")) + " .\n";
	}

	/**
	 * Reads a line.
	 * @return the line, or null if it is not a whole one
	 */
	static @Nullable JournalLine parse(String line) {
		String[] fields = line.split(" ", -1);
		if (fields.length != FIELDS || !fields[FIELDS - 1].equals(".")) {
			return null;
		}
		try {
			JournalLine parsed = new JournalLine(Event.valueOf(fields[0].toUpperCase(Locale.ROOT)), fields[1],
					Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), Long.parseLong(fields[4]),
					Long.parseLong(fields[5]), fields[6], Long.parseLong(fields[7]), Long.parseLong(fields[8]),
					fields[9]);
			return (parsed.kind() != null) ? parsed : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/**
	 * What happened.
	 */
	enum Event {

		// written by the referee: a worker is about to be started, to be killed; its end
		// has been seen; it is about to be stopped; it goes on

		BORN, DOOMED, DEAD, STOPPED, CONTINUED,

		// written by workers

		/** A thread begins; the number is that of open descriptors. */
		READY,

		/** The lock was taken. */
		ENTER,

		/** The lock is about to be given back. */
		EXIT,

		/** Somebody else had it; the text says {@code timeout} or {@code try}. */
		BUSY,

		/** Pimlock reports that the lock was lost while it was held. */
		LOST,

		/** The marker of somebody who runs was met inside; the text says whose. */
		OVERLAP,

		/** An exception that must not happen. */
		TROUBLE,

		/** The worker holds nothing and does nothing any more. */
		FINISHED

	}

}
