package io.pimlock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Set;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import org.jspecify.annotations.Nullable;

/**
 * Real lock files as they are on a filesystem without hard links, or with links that are
 * none.
 */
class LockFilesWithoutLinks implements LockFiles {

	private final LockFiles real = LockFiles.system();

	private final @Nullable Reason refusal;

	private LockFilesWithoutLinks(@Nullable Reason refusal) {
		this.refusal = refusal;
	}

	/** Links are refused, as by FAT. */
	static LockFilesWithoutLinks refusing(Reason refusal) {
		return new LockFilesWithoutLinks(refusal);
	}

	/** Links are made, but look like another file, as through sshfs. */
	static LockFilesWithoutLinks copying() {
		return new LockFilesWithoutLinks(null);
	}

	@Override
	public void link(Path existing, Path link) throws LockFileException {
		if (this.refusal != null) {
			throw new LockFileException("link", link, this.refusal, "Operation not permitted");
		}
		if (status(link) != null) {
			throw new LockFileException("link", link, Reason.EXISTS, "File exists");
		}
		try {
			Files.copy(existing, link);
		}
		catch (IOException ex) {
			throw new LockFileException("link", link, Reason.OTHER, ex.toString());
		}
	}

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
	public void delete(Path file) throws LockFileException {
		this.real.delete(file);
	}

	@Override
	public void rename(Path from, Path to) throws LockFileException {
		this.real.rename(from, to);
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
	public byte @Nullable [] read(Path file, int limit) throws LockFileException {
		return this.real.read(file, limit);
	}

}
