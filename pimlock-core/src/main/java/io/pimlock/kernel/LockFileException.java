package io.pimlock.kernel;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A step on a lock file failed. The message names the step, the file's name without its
 * directory, and what the system said.
 */
public final class LockFileException extends IOException {

	private static final long serialVersionUID = 1L;

	private final Reason reason;

	private final transient @Nullable Path file;

	/**
	 * Creates the exception.
	 * @param step what was attempted, such as {@code open}
	 * @param file the file
	 * @param reason the class of failure
	 * @param said what the system said
	 */
	public LockFileException(String step, Path file, Reason reason, String said) {
		this(step, file, reason, said, null);
	}

	private LockFileException(String step, Path file, Reason reason, String said, @Nullable IOException cause) {
		super(step + " " + file.getFileName() + ": " + said, cause);
		this.reason = reason;
		this.file = file;
	}

	static LockFileException of(String step, Path file, IOException cause) {
		if (cause instanceof LockFileException classified) {
			return classified;
		}
		String said = cause.getClass().getSimpleName();
		if (cause instanceof FileSystemException failure && failure.getReason() != null) {
			said = failure.getReason();
		}
		return new LockFileException(step, file, classify(cause, said), said);
	}

	/** java.nio keeps the error number to itself; what strerror(3) says remains. */
	private static Reason classify(IOException cause, String said) {
		if (cause instanceof NoSuchFileException) {
			return Reason.MISSING;
		}
		if (cause instanceof FileAlreadyExistsException) {
			return Reason.EXISTS;
		}
		if (cause instanceof AccessDeniedException) {
			return Reason.PERMISSION;
		}
		return switch (said.toLowerCase(Locale.ROOT)) {
			case "operation not permitted" -> Reason.PERMISSION;
			case "read-only file system" -> Reason.READ_ONLY;
			case "no space left on device", "disk quota exceeded" -> Reason.NO_SPACE;
			case "not a directory" -> Reason.NOT_A_DIRECTORY;
			case "too many open files", "too many open files in system", "no locks available" -> Reason.RESOURCE_LIMIT;
			case "file name too long" -> Reason.NAME_TOO_LONG;
			case "operation not supported", "function not implemented" -> Reason.UNSUPPORTED;
			case "too many levels of symbolic links",
					"too many levels of symbolic links or unable to access attributes of symbolic link",
					"is a directory" ->
				Reason.NOT_REGULAR;
			default -> Reason.OTHER;
		};
	}

	/**
	 * The class of failure.
	 * @return the reason
	 */
	public Reason reason() {
		return this.reason;
	}

	/**
	 * The file that the step was about.
	 * @return the path, null after deserialization
	 */
	public @Nullable Path file() {
		return this.file;
	}

	/**
	 * Classes of failure, with the error numbers that stand for them.
	 */
	public enum Reason {

		/** Nothing has that name: {@code ENOENT}. */
		MISSING,

		/** The name is taken: {@code EEXIST}. */
		EXISTS,

		/** A part of the path is no directory: {@code ENOTDIR}. */
		NOT_A_DIRECTORY,

		/** A symbolic link, directory or device: {@code ELOOP, EISDIR, ENXIO}. */
		NOT_REGULAR,

		/** Not allowed: {@code EACCES, EPERM}. */
		PERMISSION,

		/** Mounted read-only: {@code EROFS}. */
		READ_ONLY,

		/** Full: {@code ENOSPC, EDQUOT}. */
		NO_SPACE,

		/** Not to be had on this filesystem: {@code ENOTSUP, ENOSYS, EINVAL}. */
		UNSUPPORTED,

		/** Longer than names, or paths, may be: {@code ENAMETOOLONG}. */
		NAME_TOO_LONG,

		/** Out of descriptors or kernel locks: {@code EMFILE, ENFILE, ENOLCK}. */
		RESOURCE_LIMIT,

		/** Anything else. */
		OTHER

	}

}
