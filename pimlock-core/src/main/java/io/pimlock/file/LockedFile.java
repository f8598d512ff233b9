package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * A file that one handle alone has locked.
 */
final class LockedFile implements KernelLock {

	private final StableFile file;

	private LockedFile(StableFile file) {
		this.file = file;
	}

	/**
	 * Locks a file, without waiting for anybody.
	 * @return null if somebody else has it
	 */
	static @Nullable LockedFile tryLock(LockFiles files, Path path, LockMode mode, Set<PosixFilePermission> permissions)
			throws LockFileException {
		StableFile file = StableFile.open(files, () -> path, permissions);
		boolean locked = false;
		try {
			locked = file.tryLock(mode);
			return locked ? new LockedFile(file) : null;
		}
		finally {
			if (!locked) {
				file.release();
			}
		}
	}

	/**
	 * Takes over a file that was locked just now.
	 */
	static LockedFile of(StableFile locked) {
		return new LockedFile(locked);
	}

	@Override
	public boolean isIntact() throws LockFileException {
		return this.file.isNamed();
	}

	@Override
	public int handles() {
		return 1;
	}

	@Override
	public boolean release() {
		try {
			return isIntact();
		}
		catch (LockFileException ex) {
			return false;
		}
		finally {
			this.file.release();
		}
	}

}
