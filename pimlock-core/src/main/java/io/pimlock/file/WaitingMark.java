package io.pimlock.file;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What the guard file says, behind the record, of a process that waits for it. It serves
 * fairness alone: the process that was the last to hold the bucket lets the waiting one
 * go first. It is written without any lock, so it may be torn, outdated or overwritten by
 * another waiter, and its time is the wall clock's; the worst that comes of that is a
 * short pause, or none.
 *
 * @param waiter who waits, 0 for nobody
 * @param until when that ceases to be believed, in milliseconds since the epoch
 */
record WaitingMark(long waiter, long until) {

	static final WaitingMark NONE = new WaitingMark(0, 0);

	/** Behind the longest record. */
	static final int POSITION = GuardRecordFormat.READ_LIMIT;

	static final int END = POSITION + 2 * Long.BYTES;

	/** A later end than this is somebody else's clock. */
	private static final long LONGEST = Duration.ofMinutes(1).toMillis();

	static WaitingMark of(long waiter, Duration pollInterval) {
		long poll = TimeUnit.NANOSECONDS.toMillis(Deadline.nanos(pollInterval));
		long fresh = Math.min(2 * Math.min(poll, LONGEST) + 1, LONGEST);
		return new WaitingMark(waiter, System.currentTimeMillis() + fresh);
	}

	/**
	 * Reads the mark.
	 * @param content the beginning of the guard file
	 */
	static WaitingMark parse(byte[] content) {
		if (content.length < END) {
			return NONE;
		}
		ByteBuffer mark = ByteBuffer.wrap(content);
		long waiter = mark.getLong(POSITION);
		return (waiter != 0) ? new WaitingMark(waiter, mark.getLong(POSITION + Long.BYTES)) : NONE;
	}

	byte[] format() {
		return ByteBuffer.allocate(2 * Long.BYTES).putLong(this.waiter).putLong(this.until).array();
	}

	/** Whether somebody waits, or did. */
	boolean isSomebodys() {
		return this.waiter != 0;
	}

	/** Whether both are of the same process. */
	boolean isOf(WaitingMark other) {
		return this.waiter == other.waiter;
	}

	/**
	 * Whether another process waits.
	 * @param self what this process calls itself
	 */
	boolean isAnothers(long self) {
		if (this.waiter == 0 || this.waiter == self) {
			return false;
		}
		long left = this.until - System.currentTimeMillis();
		return left > 0 && left <= LONGEST;
	}

}
