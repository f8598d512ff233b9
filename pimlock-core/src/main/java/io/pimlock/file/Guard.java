package io.pimlock.file;

import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The guard file of a bucket, open: whoever has it locked is the only Pimlock holder. It
 * stays open while its lock is waited for, and is given back exactly once.
 */
final class Guard {

	/** Each round means that somebody removed the guard file while we opened it. */
	private static final int ROUNDS = 100;

	private final LockFiles files;

	private final Bucket bucket;

	private final Set<PosixFilePermission> permissions;

	private final AtomicBoolean released = new AtomicBoolean();

	private LockFile opened;

	private Object identity;

	/** Whether the file is as long as it gets, so that one call reads all of it. */
	private boolean complete;

	private WaitingMark seen = WaitingMark.NONE;

	private WaitingMark marked = WaitingMark.NONE;

	private Guard(LockFiles files, Bucket bucket, Set<PosixFilePermission> permissions) throws LockFileException {
		this.files = files;
		this.bucket = bucket;
		this.permissions = permissions;
		this.opened = openFile(files, bucket, permissions);
		this.identity = identity(this.opened, bucket);
	}

	/**
	 * Opens the guard, creating the file where there is none.
	 */
	static Guard open(LockFiles files, Bucket bucket, PimlockOptions options) throws LockFileException {
		return new Guard(files, bucket, options.filePermissions());
	}

	/**
	 * Locks the guard.
	 * @return false if another holder has it
	 */
	boolean tryLock() throws LockFileException {
		for (int round = 0; round < ROUNDS; round++) {
			boolean locked = this.opened.tryLock(LockMode.EXCLUSIVE);
			if (isNamed()) {
				return locked;
			}
			reopen();
		}
		return false;
	}

	/** The file that has the name is another one by now. */
	private void reopen() throws LockFileException {
		closeOpened();
		this.complete = false;
		this.opened = openFile(this.files, this.bucket, this.permissions);
		this.identity = identity(this.opened, this.bucket);
	}

	private static Object identity(LockFile opened, Bucket bucket) throws LockFileException {
		boolean usable = false;
		try {
			FileStatus status = opened.status();
			if (!status.isRegular()) {
				throw new LockFileException("open", bucket.guard(), Reason.NOT_REGULAR,
						"Is " + status.type().description());
			}
			usable = true;
			return status.identity();
		}
		finally {
			if (!usable) {
				opened.close();
			}
		}
	}

	private static LockFile openFile(LockFiles files, Bucket bucket, Set<PosixFilePermission> permissions)
			throws LockFileException {
		for (int round = 0;; round++) {
			try {
				return files.open(bucket.guard());
			}
			catch (LockFileException ex) {
				if (ex.reason() != Reason.MISSING) {
					throw ex;
				}
			}
			try {
				return files.create(bucket.guard(), permissions);
			}
			catch (LockFileException ex) {
				if (ex.reason() != Reason.EXISTS || round == ROUNDS) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Whether the guard's name still stands for the file that is locked here. If not, a
	 * lock on it excludes nobody.
	 */
	boolean isNamed() throws LockFileException {
		FileStatus named = this.files.status(this.bucket.guard());
		return named != null && named.identity().equals(this.identity);
	}

	/**
	 * Reads the record.
	 * @return the record, or null if there is none that can be trusted
	 */
	@Nullable GuardRecord record() throws LockFileException {
		return GuardRecordFormat.parse(read());
	}

	private byte[] read() throws LockFileException {
		byte[] content = this.opened.read(WaitingMark.END);
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
		try {
			this.opened.write(WaitingMark.POSITION, mark.format());
			this.marked = mark;
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
	}

	/**
	 * Gives the lock back, but keeps the file open. If that fails, opens it anew, so that
	 * the lock is given back all the same.
	 */
	void unlock() throws LockFileException {
		try {
			this.opened.unlock();
		}
		catch (LockFileException ex) {
			reopen();
		}
	}

	void write(GuardRecord record) throws LockFileException {
		byte[] content = GuardRecordFormat.format(record);
		this.opened.write(this.complete ? content : WaitingMark.appendNone(content));
		this.complete = true;
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
	 * Unlocks, then closes: closing alone can be put off by a child process between its
	 * fork and its exec. Nothing can fail that would leave the guard locked.
	 */
	void release() {
		if (this.released.compareAndSet(false, true)) {
			closeOpened();
		}
	}

	private void closeOpened() {
		try {
			this.opened.unlock();
		}
		catch (LockFileException ex) {
			// closing releases the lock as well
		}
		finally {
			this.opened.close();
		}
	}

}
