package io.pimlock.kernel;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Lock files through the system calls themselves, with {@code flock(2)} as the kernel
 * lock. A Java file channel would not do: its lock is an {@code fcntl} record lock, which
 * does not see {@code flock}, and which closing any descriptor of the file anywhere in
 * the JVM drops (POSIX.1-2017, fcntl).
 */
final class PosixLockFiles implements LockFiles {

	private final NativeConstants constants;

	private final LibC libC;

	private final FileStatuses statuses;

	private final FileEvents events;

	PosixLockFiles(NativeConstants constants, LibC libC, FileStatuses statuses, FileEvents events) {
		this.constants = constants;
		this.libC = libC;
		this.statuses = statuses;
		this.events = events;
	}

	@Override
	public LockFile open(Path file) throws LockFileException {
		return open(file, NativeConstants.READ_WRITE);
	}

	@Override
	public LockFile openReadOnly(Path file) throws LockFileException {
		return open(file, NativeConstants.READ_ONLY);
	}

	private PosixLockFile open(Path file, int flags) throws LockFileException {
		return lockFile(openDescriptor(file, flags, 0), file);
	}

	/**
	 * A path keeps its text once it was asked for it, which is as long as the path; there
	 * may be many open files, so each has a path of its own that was not asked.
	 */
	private PosixLockFile lockFile(int fd, Path file) {
		Path name = file.getFileName();
		return new PosixLockFile(fd, (name != null) ? file.resolveSibling(name) : file, this.constants, this.libC,
				this.statuses);
	}

	@Override
	public LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
		return createOpen(file, permissions);
	}

	private PosixLockFile createOpen(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
		int mode = mode(permissions);
		int fd = openDescriptor(file, NativeConstants.READ_WRITE | this.constants.create() | this.constants.exclusive(),
				mode);
		PosixLockFile created = lockFile(fd, file);
		// may fail on filesystems that keep no modes; then there is nothing to set
		this.libC.fchmod(fd, mode);
		return created;
	}

	@Override
	public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
			throws LockFileException {
		try (PosixLockFile created = createOpen(file, permissions)) {
			try {
				created.write(content);
			}
			catch (LockFileException ex) {
				this.libC.unlink(NativePath.encode(file));
				throw ex;
			}
		}
	}

	@Override
	public void link(Path existing, Path link) throws LockFileException {
		check("link", link, this.libC.link(NativePath.encode(existing), NativePath.encode(link)));
	}

	@Override
	public void rename(Path from, Path to) throws LockFileException {
		check("rename", from, this.libC.rename(NativePath.encode(from), NativePath.encode(to)));
	}

	@Override
	public void delete(Path file) throws LockFileException {
		check("unlink", file, this.libC.unlink(NativePath.encode(file)));
	}

	@Override
	public @Nullable FileStatus status(Path file) throws LockFileException {
		return this.statuses.of(file);
	}

	@Override
	public @Nullable FileStatus target(Path file) throws LockFileException {
		return this.statuses.ofTarget(file);
	}

	@Override
	public @Nullable Instant changed(Path file) {
		return this.statuses.changed(file);
	}

	@Override
	public OptionalLong lockHolder(Path file) {
		return KernelLockTable.SYSTEM.holder(this.statuses, file);
	}

	@Override
	public FileEvents events() {
		return this.events;
	}

	private int openDescriptor(Path file, int flags, int mode) throws LockFileException {
		byte[] path = NativePath.encode(file);
		int all = flags | this.constants.closeOnExec() | this.constants.noFollow() | this.constants.nonBlocking();
		int fd;
		do {
			fd = this.libC.open(path, all, mode);
		}
		while (fd == -NativeConstants.EINTR);
		return check("open", file, fd);
	}

	private int check(String step, Path file, int result) throws LockFileException {
		if (result < 0) {
			throw new LockFileException(step, file, this.constants.reason(-result), this.constants.describe(-result));
		}
		return result;
	}

	private static int mode(Set<PosixFilePermission> permissions) {
		int mode = 0;
		for (char flag : PosixFilePermissions.toString(permissions).toCharArray()) {
			mode = (mode << 1) | ((flag != '-') ? 1 : 0);
		}
		return mode;
	}

}
