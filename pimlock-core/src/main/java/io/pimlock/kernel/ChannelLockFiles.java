package io.pimlock.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Lock files through {@code java.nio}, for platforms without {@code flock(2)}. On Windows
 * the channel's lock is {@code LockFileEx}, the same that programs in other languages
 * take there.
 */
final class ChannelLockFiles implements LockFiles {

	@Override
	public LockFile open(Path file) throws LockFileException {
		return open(file, "rw");
	}

	@Override
	public LockFile openReadOnly(Path file) throws LockFileException {
		return open(file, "r");
	}

	private LockFile open(Path file, String mode) throws LockFileException {
		FileStatus status = status(file);
		if (status == null) {
			throw new LockFileException("open", file, LockFileException.Reason.MISSING, "No such file");
		}
		if (!status.isRegular()) {
			throw new LockFileException("open", file, LockFileException.Reason.NOT_REGULAR,
					"Is " + status.type().description());
		}
		return ChannelLockFile.open(file, mode);
	}

	@Override
	public LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
		try {
			Files.createFile(file, attributes(file, permissions));
		}
		catch (IOException ex) {
			throw LockFileException.of("open", file, ex);
		}
		return ChannelLockFile.open(file, "rw");
	}

	@Override
	public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
			throws LockFileException {
		try (LockFile created = create(file, permissions)) {
			try {
				created.write(content);
			}
			catch (LockFileException ex) {
				created.close();
				delete(file);
				throw ex;
			}
		}
	}

	@Override
	public void link(Path existing, Path link) throws LockFileException {
		try {
			Files.createLink(link, existing);
		}
		catch (UnsupportedOperationException ex) {
			throw new LockFileException("link", link, LockFileException.Reason.UNSUPPORTED, "No hard links here");
		}
		catch (IOException ex) {
			throw LockFileException.of("link", link, ex);
		}
	}

	@Override
	public void rename(Path from, Path to) throws LockFileException {
		try {
			Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw LockFileException.of("rename", from, ex);
		}
	}

	@Override
	public void delete(Path file) throws LockFileException {
		FileStatus status = status(file);
		if (status != null && status.type() == FileStatus.Type.DIRECTORY) {
			throw new LockFileException("unlink", file, LockFileException.Reason.NOT_REGULAR, "Is a directory");
		}
		try {
			Files.delete(file);
		}
		catch (IOException ex) {
			throw LockFileException.of("unlink", file, ex);
		}
	}

	@Override
	public boolean readersBlockDeletion() {
		return File.separatorChar == '\\';
	}

	private static FileAttribute<?>[] attributes(Path file, Set<PosixFilePermission> permissions) {
		boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
		return posix ? new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(permissions) }
				: new FileAttribute<?>[0];
	}

}
