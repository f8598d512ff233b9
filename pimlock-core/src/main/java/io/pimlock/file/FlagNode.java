package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import org.jspecify.annotations.Nullable;

/**
 * A flag as it was seen at one moment: enough of it to recognise it later, because an
 * inode number alone may be another file's by then.
 *
 * @param status the node
 * @param content its first bytes, each as one character
 */
record FlagNode(FileStatus status, String content) {

	/**
	 * Looks at a bucket's flag.
	 * @return what is there, or null if nothing is, or if it changed meanwhile
	 */
	static @Nullable FlagNode read(LockFiles files, Bucket bucket, FileStatus status) throws LockFileException {
		byte[] content = files.read(bucket.flag(), PidFile.READ_LIMIT);
		FileStatus after = files.status(bucket.flag());
		return (content != null && status.equals(after))
				? new FlagNode(status, new String(content, StandardCharsets.ISO_8859_1)) : null;
	}

	OptionalInt pid() {
		return PidFile.parse(this.content.getBytes(StandardCharsets.ISO_8859_1));
	}

}
