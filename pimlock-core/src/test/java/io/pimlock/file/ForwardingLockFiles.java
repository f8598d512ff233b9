package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Set;

import io.pimlock.kernel.FileEvents;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Real lock files, for doubles that change single steps.
 */
class ForwardingLockFiles implements LockFiles {

	final LockFiles real = LockFiles.system();

	@Override
	public LockFile open(Path file) throws LockFileException {
		return this.real.open(file);
	}

	@Override
	public LockFile openReadOnly(Path file) throws LockFileException {
		return this.real.openReadOnly(file);
	}

	@Override
	public LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
		return this.real.create(file, permissions);
	}

	@Override
	public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
			throws LockFileException {
		this.real.createWithContent(file, content, permissions);
	}

	@Override
	public void link(Path existing, Path link) throws LockFileException {
		this.real.link(existing, link);
	}

	@Override
	public void rename(Path from, Path to) throws LockFileException {
		this.real.rename(from, to);
	}

	@Override
	public void delete(Path file) throws LockFileException {
		this.real.delete(file);
	}

	@Override
	public @Nullable FileStatus status(Path file) throws LockFileException {
		return this.real.status(file);
	}

	@Override
	public @Nullable FileStatus target(Path file) throws LockFileException {
		return this.real.target(file);
	}

	@Override
	public @Nullable Instant changed(Path file) {
		return this.real.changed(file);
	}

	@Override
	public FileEvents events() {
		return this.real.events();
	}

	@Override
	public byte @Nullable [] read(Path file, int limit) throws LockFileException {
		return this.real.read(file, limit);
	}

	/**
	 * A real lock file, for doubles that change single steps.
	 */
	static class ForwardingLockFile implements LockFile {

		final LockFile opened;

		ForwardingLockFile(LockFile opened) {
			this.opened = opened;
		}

		@Override
		public FileStatus status() throws LockFileException {
			return this.opened.status();
		}

		@Override
		public boolean tryLock(LockMode mode) throws LockFileException {
			return this.opened.tryLock(mode);
		}

		@Override
		public void unlock() throws LockFileException {
			this.opened.unlock();
		}

		@Override
		public byte[] read(int limit) throws LockFileException {
			return this.opened.read(limit);
		}

		@Override
		public void write(long position, byte[] content) throws LockFileException {
			this.opened.write(position, content);
		}

		@Override
		public void close() {
			this.opened.close();
		}

	}

}
