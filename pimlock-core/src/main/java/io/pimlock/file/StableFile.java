package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;

/**
 * A file that is never deleted and carries a kernel lock, open. Somebody may delete it
 * all the same; a lock on what has lost its name excludes nobody, so only a lock on the
 * file that has the name counts. Used by one thread at a time, but for its release, which
 * happens exactly once.
 */
final class StableFile {

	/** Each round means that somebody removed the file while we opened it. */
	private static final int ROUNDS = 100;

	private final LockFiles files;

	/** Not the path itself, since there may be many held buckets. */
	private final Supplier<Path> path;

	private final Set<PosixFilePermission> permissions;

	private final AtomicBoolean released = new AtomicBoolean();

	private LockFile opened;

	private Object identity;

	private StableFile(LockFiles files, Supplier<Path> path, Set<PosixFilePermission> permissions)
			throws LockFileException {
		this.files = files;
		this.path = path;
		this.permissions = permissions;
		this.opened = openFile(files, path.get(), permissions);
		this.identity = identity(this.opened, path);
	}

	/**
	 * Opens the file, creating an empty one where there is none.
	 * @param path yields its path, the same one each time
	 * @throws LockFileException if that fails; with {@link Reason#NOT_REGULAR} if
	 * something else has the name
	 */
	static StableFile open(LockFiles files, Supplier<Path> path, Set<PosixFilePermission> permissions)
			throws LockFileException {
		return new StableFile(files, path, permissions);
	}

	/**
	 * Locks the file, without waiting for anybody.
	 * @return false if another holder has it
	 */
	boolean tryLock(LockMode mode) throws LockFileException {
		for (int round = 0; round < ROUNDS; round++) {
			boolean locked = this.opened.tryLock(mode);
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
		this.opened = openFile(this.files, this.path.get(), this.permissions);
		this.identity = identity(this.opened, this.path);
	}

	private static Object identity(LockFile opened, Supplier<Path> path) throws LockFileException {
		boolean usable = false;
		try {
			FileStatus status = opened.status();
			if (!status.isRegular()) {
				throw new LockFileException("open", path.get(), Reason.NOT_REGULAR,
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

	private static LockFile openFile(LockFiles files, Path path, Set<PosixFilePermission> permissions)
			throws LockFileException {
		for (int round = 0;; round++) {
			try {
				return files.open(path);
			}
			catch (LockFileException ex) {
				if (ex.reason() != Reason.MISSING) {
					throw ex;
				}
			}
			try {
				return files.create(path, permissions);
			}
			catch (LockFileException ex) {
				if (ex.reason() != Reason.EXISTS || round == ROUNDS) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Whether the name still stands for the file that is open here.
	 */
	boolean isNamed() throws LockFileException {
		FileStatus named = this.files.status(this.path.get());
		return named != null && named.identity().equals(this.identity);
	}

	/**
	 * Reads the beginning of the file, at most so many bytes.
	 */
	byte[] read(int limit) throws LockFileException {
		return this.opened.read(limit);
	}

	void write(long position, byte[] content) throws LockFileException {
		this.opened.write(position, content);
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

	/**
	 * Unlocks, then closes: closing alone can be put off by a child process between its
	 * fork and its exec. Nothing can fail that would leave the file locked.
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
