package io.pimlock.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Looks at files through {@code java.nio}, which needs no struct of any platform.
 */
final class Attributes {

	private Attributes() {
	}

	static @Nullable FileStatus status(Path file, LinkOption... options) throws LockFileException {
		try {
			return FileStatus.of(Files.readAttributes(file, BasicFileAttributes.class, options), file);
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (IOException ex) {
			throw LockFileException.of("stat", file, ex);
		}
	}

	/**
	 * The file behind symbolic links; where files have no number, its real path tells.
	 */
	static @Nullable FileStatus target(Path file) throws LockFileException {
		FileStatus status = status(file);
		if (status == null || !(status.identity() instanceof Path)) {
			return status;
		}
		try {
			return new FileStatus(file.toRealPath(), status.type(), status.size(), status.modified());
		}
		catch (IOException ex) {
			throw LockFileException.of("stat", file, ex);
		}
	}

	static @Nullable Instant changed(Path file) {
		try {
			Object time = Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
			return (time instanceof FileTime changed) ? changed.toInstant() : null;
		}
		catch (IOException | UnsupportedOperationException | IllegalArgumentException ex) {
			return null;
		}
	}

}
