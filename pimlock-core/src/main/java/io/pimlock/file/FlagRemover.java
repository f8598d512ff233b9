package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import io.pimlock.process.ProcessIdentity;
import io.pimlock.process.ProcessTable;
import org.jspecify.annotations.Nullable;

/**
 * Removes dead holders' flags, under a held guard. Looking again and then removing by
 * name could hit what a program of another kind has just created, so the flag is moved
 * aside first; whatever was moved by mistake is put back.
 */
final class FlagRemover {

	private final LockFiles files;

	private final ProcessIdentity self;

	FlagRemover(LockFiles files, ProcessIdentity self) {
		this.files = files;
		this.self = self;
	}

	/**
	 * Removes a bucket's flag if it still is the one that was judged.
	 * @return whether it was removed
	 */
	boolean remove(FlagNode judged, Bucket bucket) throws LockFileException {
		FileStatus now = this.files.status(bucket.flag());
		if (now == null || !now.equals(judged.status())) {
			return false;
		}
		try {
			this.files.rename(bucket.flag(), bucket.aside());
		}
		catch (LockFileException ex) {
			if (ex.reason() == Reason.MISSING) {
				return false;
			}
			throw ex;
		}
		FileStatus moved = this.files.status(bucket.aside());
		if (moved == null) {
			// somebody tidied up in our place
			return true;
		}
		if (!isJudged(judged, moved, bucket)) {
			putBack(bucket);
			return false;
		}
		deleteIfThere(bucket.aside());
		return true;
	}

	/**
	 * Clears away what a remover left aside that died: a dead holder's flag is removed,
	 * one that a living program may own is put back.
	 * @param record what the guard says, null if nothing
	 * @return whether there may be a flag again
	 */
	boolean putBackLeftover(Bucket bucket, @Nullable GuardRecord record) throws LockFileException {
		FileStatus aside = this.files.status(bucket.aside());
		if (aside == null) {
			return false;
		}
		if (mayBelongToTheLiving(aside, bucket, record)) {
			putBack(bucket);
			return true;
		}
		deleteIfThere(bucket.aside());
		return false;
	}

	private boolean mayBelongToTheLiving(FileStatus aside, Bucket bucket, @Nullable GuardRecord record)
			throws LockFileException {
		byte[] content = this.files.read(bucket.aside(), PidFile.READ_LIMIT);
		if (content == null) {
			return false;
		}
		OptionalInt pid = PidFile.parse(content);
		if (pid.isEmpty()) {
			// judged by its age, once it is back
			return true;
		}
		return !isRecordedProcess(aside, pid.getAsInt(), bucket, record) && pid.getAsInt() != this.self.pid()
				&& ProcessTable.isAlive(pid.getAsInt());
	}

	/** Then it is a dead Pimlock process's, whoever has its pid by now. */
	private boolean isRecordedProcess(FileStatus aside, int pid, Bucket bucket, @Nullable GuardRecord record)
			throws LockFileException {
		FileStatus stamp = this.files.status(bucket.stamp());
		if (stamp != null && aside.isSameFileAs(stamp)) {
			return true;
		}
		return record != null && record.state() != GuardRecord.State.PENDING && record.process().pid() == pid
				&& (record.creates() || (stamp != null && aside.modified().equals(stamp.modified())));
	}

	/** Removes a file that a cleaner may have removed already. */
	void deleteIfThere(Path file) throws LockFileException {
		try {
			this.files.delete(file);
		}
		catch (LockFileException ex) {
			if (ex.reason() != Reason.MISSING) {
				throw ex;
			}
		}
	}

	/** Not by inode: overlayfs copies a file of a lower layer when it is moved. */
	private boolean isJudged(FlagNode judged, FileStatus moved, Bucket bucket) throws LockFileException {
		byte[] content = this.files.read(bucket.aside(), PidFile.READ_LIMIT);
		return moved.type() == judged.status().type() && moved.modified().equals(judged.status().modified())
				&& content != null && new String(content, StandardCharsets.ISO_8859_1).equals(judged.content());
	}

	private void putBack(Bucket bucket) throws LockFileException {
		try {
			this.files.link(bucket.aside(), bucket.flag());
		}
		catch (LockFileException ex) {
			if (ex.reason() != Reason.EXISTS) {
				renameIfThere(bucket);
				return;
			}
		}
		deleteIfThere(bucket.aside());
	}

	private void renameIfThere(Bucket bucket) throws LockFileException {
		try {
			this.files.rename(bucket.aside(), bucket.flag());
		}
		catch (LockFileException ex) {
			if (ex.reason() != Reason.MISSING) {
				throw ex;
			}
		}
	}

}
