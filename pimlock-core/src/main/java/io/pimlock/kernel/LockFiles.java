package io.pimlock.kernel;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Everything that the engine does to a filesystem: the one seam between the protocols and
 * the operating system. Each method is one step that can fail on its own; all failures
 * are {@link LockFileException}s. No method follows a symbolic link in the last part of a
 * path, and none blocks on a lock. Implementations are safe for use by many threads.
 */
public interface LockFiles {

	/**
	 * The implementation for the platform this JVM runs on.
	 * @return flock on Linux and macOS, file channels elsewhere
	 * @throws io.pimlock.NativeAccessException if native code cannot be called
	 */
	static LockFiles system() {
		return SystemLockFiles.get();
	}

	/**
	 * Opens an existing file for reading, writing and locking.
	 * @param file the file
	 * @return the open file
	 * @throws LockFileException if that fails
	 */
	LockFile open(Path file) throws LockFileException;

	/**
	 * Opens an existing file for reading and locking only.
	 * @param file the file
	 * @return the open file
	 * @throws LockFileException if that fails
	 */
	LockFile openReadOnly(Path file) throws LockFileException;

	/**
	 * Creates a file that must not exist yet, empty, and opens it like {@link #open}.
	 * @param file the file
	 * @param permissions its mode, whatever the process's umask is
	 * @return the open file
	 * @throws LockFileException if that fails
	 */
	LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException;

	/**
	 * Creates a file that must not exist yet, with all of its content or not at all: if
	 * writing fails, the file is removed again as far as that is possible.
	 * @param file the file
	 * @param content its content
	 * @param permissions its mode, whatever the process's umask is
	 * @throws LockFileException if that fails
	 */
	void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions) throws LockFileException;

	/**
	 * Creates a directory, with the mode that the process's umask leaves, unless it is
	 * there.
	 * @param directory the directory
	 * @throws LockFileException if that fails; not if something else has the name
	 */
	default void createDirectory(Path directory) throws LockFileException {
		try {
			Files.createDirectory(directory);
		}
		catch (FileAlreadyExistsException ex) {
			// as wanted, or whoever uses it will notice
		}
		catch (IOException ex) {
			throw LockFileException.of("mkdir", directory, ex);
		}
	}

	/**
	 * Finds out who holds the kernel lock on a file, or one of those who do.
	 * @param file the file
	 * @return the pid in this process's namespace, or empty if the system does not tell
	 */
	default OptionalLong lockHolder(Path file) {
		return OptionalLong.empty();
	}

	/**
	 * Gives a file a second name, atomically, unless that name is taken.
	 * @param existing the file
	 * @param link the new name
	 * @throws LockFileException if that fails; with
	 * {@link LockFileException.Reason#EXISTS} if the name is taken
	 */
	void link(Path existing, Path link) throws LockFileException;

	/**
	 * Gives a file another name, atomically, in place of whatever has that name.
	 * @param from the name
	 * @param to the new name
	 * @throws LockFileException if that fails; with
	 * {@link LockFileException.Reason#MISSING} if nothing has the first name
	 */
	void rename(Path from, Path to) throws LockFileException;

	/**
	 * Removes a name. Never removes a directory.
	 * @param file the name
	 * @throws LockFileException if that fails
	 */
	void delete(Path file) throws LockFileException;

	/**
	 * Looks at what a name stands for.
	 * @param file the name
	 * @return its status, or null if nothing has that name
	 * @throws LockFileException if that cannot be told
	 */
	default @Nullable FileStatus status(Path file) throws LockFileException {
		return FileStatuses.PORTABLE.of(file);
	}

	/**
	 * Looks at what a name stands for, following symbolic links.
	 * @param file the name
	 * @return its status, or null if it leads nowhere
	 * @throws LockFileException if that cannot be told
	 */
	default @Nullable FileStatus target(Path file) throws LockFileException {
		return FileStatuses.PORTABLE.ofTarget(file);
	}

	/**
	 * When a file's status last changed: its content, its mode, or its number of names.
	 * @param file the file
	 * @return the time by the filesystem's clock, or null where that is not known
	 */
	default @Nullable Instant changed(Path file) {
		return FileStatuses.PORTABLE.changed(file);
	}

	/**
	 * What tells of changes to files.
	 * @return the events, which may be none at all
	 */
	default FileEvents events() {
		return FileEvents.NONE;
	}

	/**
	 * Whether a program that reads a file can keep it from being deleted, as on Windows.
	 * @return true if a deletion may have to be tried again
	 */
	default boolean readersBlockDeletion() {
		return false;
	}

	/**
	 * Reads the beginning of a regular file.
	 * @param file the file
	 * @param limit how many bytes at most
	 * @return the bytes, or null if nothing has that name
	 * @throws LockFileException if that fails
	 */
	default byte @Nullable [] read(Path file, int limit) throws LockFileException {
		try (LockFile opened = openReadOnly(file)) {
			return opened.read(limit);
		}
		catch (LockFileException ex) {
			if (ex.reason() == LockFileException.Reason.MISSING) {
				return null;
			}
			throw ex;
		}
	}

}
