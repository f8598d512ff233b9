package io.pimlock.file;

import java.nio.charset.StandardCharsets;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;

/**
 * Removes dead holders' flags, under a held guard. Looking again and then removing by
 * name could hit what a program of another kind has just created, so the flag is moved
 * aside first; whatever was moved by mistake is put back.
 */
final class FlagRemover {

	private final LockFiles files;

	FlagRemover(LockFiles files) {
		this.files = files;
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
		this.files.delete(bucket.aside());
		return true;
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
			this.files.delete(bucket.aside());
		}
		catch (LockFileException ex) {
			if (ex.reason() == Reason.EXISTS) {
				this.files.delete(bucket.aside());
			}
			else {
				this.files.rename(bucket.aside(), bucket.flag());
			}
		}
	}

}
