package io.pimlock.file;

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
 * The locked guard file of a bucket: whoever has it is the only Pimlock holder. It is
 * given back exactly once.
 */
final class Guard {

	/** Each round means that somebody removed the guard file while we opened it. */
	private static final int ROUNDS = 100;

	private final LockFiles files;

	private final Bucket bucket;

	private final LockFile opened;

	private final FileStatus status;

	private final AtomicBoolean released = new AtomicBoolean();

	private Guard(LockFiles files, Bucket bucket, LockFile opened, FileStatus status) {
		this.files = files;
		this.bucket = bucket;
		this.opened = opened;
		this.status = status;
	}

	/**
	 * Locks the guard, creating the file where there is none.
	 * @return the guard, or null if another holder has it
	 */
	static @Nullable Guard tryLock(LockFiles files, Bucket bucket, PimlockOptions options) throws LockFileException {
		for (int round = 0; round < ROUNDS; round++) {
			LockFile opened = open(files, bucket, options);
			Guard guard = null;
			try {
				FileStatus status = opened.status();
				if (!status.isRegular()) {
					throw new LockFileException("open", bucket.guard(), Reason.NOT_REGULAR,
							"Is " + status.type().description());
				}
				if (!opened.tryLock(LockMode.EXCLUSIVE)) {
					return null;
				}
				guard = new Guard(files, bucket, opened, status);
				if (guard.isNamed()) {
					Guard locked = guard;
					guard = null;
					opened = null;
					return locked;
				}
			}
			finally {
				if (guard != null) {
					guard.release();
				}
				else if (opened != null) {
					opened.close();
				}
			}
		}
		return null;
	}

	private static LockFile open(LockFiles files, Bucket bucket, PimlockOptions options) throws LockFileException {
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
				return files.create(bucket.guard(), options.filePermissions());
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
		return named != null && named.isSameFileAs(this.status);
	}

	/**
	 * Reads the record.
	 * @return the record, or null if there is none that can be trusted
	 */
	@Nullable GuardRecord record() throws LockFileException {
		return GuardRecordFormat.parse(this.opened.read(GuardRecordFormat.READ_LIMIT));
	}

	void write(GuardRecord record) throws LockFileException {
		this.opened.write(GuardRecordFormat.format(record));
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

}
