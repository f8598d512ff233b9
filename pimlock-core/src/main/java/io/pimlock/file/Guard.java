package io.pimlock.file;

import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The guard file of a bucket, open: whoever has it locked is the only Pimlock holder. It
 * stays open while its lock is waited for, and is given back exactly once.
 */
final class Guard {

	private final StableFile file;

	/** Whether the file is as long as it gets, so that one call reads all of it. */
	private boolean complete;

	private WaitingMark seen = WaitingMark.NONE;

	private WaitingMark marked = WaitingMark.NONE;

	private Guard(StableFile file) {
		this.file = file;
	}

	/**
	 * Opens the guard, creating the file where there is none.
	 */
	static Guard open(LockFiles files, Bucket bucket, PimlockOptions options) throws LockFileException {
		return new Guard(StableFile.open(files, bucket::guard, options.filePermissions()));
	}

	/**
	 * Locks the guard.
	 * @return false if another holder has it
	 */
	boolean tryLock() throws LockFileException {
		// it may turn out to be another file
		this.complete = false;
		return this.file.tryLock(LockMode.EXCLUSIVE);
	}

	/**
	 * Whether the guard's name still stands for the file that is locked here. If not, a
	 * lock on it excludes nobody.
	 */
	boolean isNamed() throws LockFileException {
		return this.file.isNamed();
	}

	/**
	 * Reads the record.
	 * @return the record, or null if there is none that can be trusted
	 */
	@Nullable GuardRecord record() throws LockFileException {
		return GuardRecordFormat.parse(read());
	}

	private byte[] read() throws LockFileException {
		byte[] content = this.file.read(WaitingMark.END);
		this.complete = content.length == WaitingMark.END;
		this.seen = WaitingMark.parse(content);
		return content;
	}

	/** What was said of waiters when the record was last read. */
	WaitingMark seen() {
		return this.seen;
	}

	/**
	 * Says that this process waits, or that nobody does. Only for the sake of fairness:
	 * whatever goes wrong does not matter.
	 */
	void mark(WaitingMark mark) {
		this.marked = mark;
		try {
			this.file.write(WaitingMark.POSITION, mark.format());
		}
		catch (LockFileException ex) {
			// then others do not know that this process waits
		}
	}

	/**
	 * Withdraws what {@link #mark} said, unless that was done, or another process has
	 * said it since.
	 */
	void unmark() {
		if (!this.marked.isSomebodys()) {
			return;
		}
		try {
			read();
			if (this.seen.isOf(this.marked)) {
				mark(WaitingMark.NONE);
			}
		}
		catch (LockFileException ex) {
			// it ends by itself
		}
		finally {
			// not worth keeping for as long as the bucket is held
			this.seen = WaitingMark.NONE;
			this.marked = WaitingMark.NONE;
		}
	}

	/**
	 * Gives the lock back, but keeps the file open.
	 */
	void unlock() throws LockFileException {
		this.file.unlock();
	}

	void write(GuardRecord record) throws LockFileException {
		this.file.write(0, GuardRecordFormat.format(record));
		if (!this.complete) {
			mark(WaitingMark.NONE);
			this.complete = true;
		}
	}

	/**
	 * Says in the record, whosever it is, that its process holds nothing: so that whoever
	 * comes next, should this process die now, takes nothing there for granted.
	 * @param record the record as it was read, null if there is none
	 */
	void distrust(@Nullable GuardRecord record) throws LockFileException {
		if (record != null && record.state() == GuardRecord.State.READY) {
			write(record.withState(GuardRecord.State.RELEASED));
		}
	}

	/**
	 * Says in the record that whatever may lie there of this process's holds nothing.
	 * Needed where something went wrong under the guard; as good as it can be done.
	 * @param self this process
	 */
	void disown(ProcessIdentity self) {
		try {
			GuardRecord record = record();
			if (record != null && record.state() == GuardRecord.State.READY
					&& record.process().nonce().equals(self.nonce())) {
				write(record.withState(GuardRecord.State.RELEASED));
			}
		}
		catch (LockFileException ex) {
			// the next holder of the guard asks whether this process still runs
		}
	}

	/**
	 * Unlocks, then closes.
	 */
	void release() {
		this.file.release();
	}

}
