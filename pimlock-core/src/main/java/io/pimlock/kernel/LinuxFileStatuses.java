package io.pimlock.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Asks Linux through {@code statx(2)}, whose struct is the same on all its platforms.
 */
final class LinuxFileStatuses implements FileStatuses {

	/** As much of the struct as is looked at. */
	private static final int SIZE = 144;

	/** STATX_TYPE, STATX_MTIME, STATX_CTIME, STATX_INO, STATX_SIZE. */
	private static final int WANTED = 0x1 | 0x40 | 0x80 | 0x100 | 0x200;

	private static final int AT_WORKING_DIRECTORY = -100;

	private static final int NO_FOLLOW = 0x100;

	private static final int EMPTY_PATH = 0x1000;

	private static final byte[] EMPTY = { 0 };

	private static final int OFFSET_MODE = 28;

	private static final int OFFSET_INODE = 32;

	private static final int OFFSET_SIZE = 40;

	private static final int OFFSET_CHANGED = 96;

	private static final int OFFSET_MODIFIED = 112;

	private static final int OFFSET_MAJOR = 136;

	private static final int OFFSET_MINOR = 140;

	private final LinuxCalls linux;

	private final NativeConstants constants;

	LinuxFileStatuses(LinuxCalls linux, NativeConstants constants) {
		this.linux = linux;
		this.constants = constants;
	}

	/**
	 * Whether the kernel, and whatever filters its calls, lets us.
	 */
	boolean work() {
		return this.linux.statx(AT_WORKING_DIRECTORY, new byte[] { '/', 0 }, 0, WANTED, new byte[SIZE]) == 0;
	}

	@Override
	public @Nullable FileStatus of(Path file) throws LockFileException {
		return status(AT_WORKING_DIRECTORY, NativePath.encode(file), NO_FOLLOW, file);
	}

	@Override
	public @Nullable FileStatus ofTarget(Path file) throws LockFileException {
		return status(AT_WORKING_DIRECTORY, NativePath.encode(file), 0, file);
	}

	@Override
	public @Nullable FileStatus ofDescriptor(int fd, Path file) throws LockFileException {
		return status(fd, EMPTY, EMPTY_PATH, file);
	}

	@Override
	public @Nullable Instant changed(Path file) {
		byte[] buffer = new byte[SIZE];
		int result = this.linux.statx(AT_WORKING_DIRECTORY, NativePath.encode(file), NO_FOLLOW, WANTED, buffer);
		return (result == 0) ? time(struct(buffer), OFFSET_CHANGED) : null;
	}

	private @Nullable FileStatus status(int directory, byte[] path, int flags, Path file) throws LockFileException {
		byte[] buffer = new byte[SIZE];
		int result = this.linux.statx(directory, path, flags, WANTED, buffer);
		if (result == -NativeConstants.ENOENT) {
			return null;
		}
		if (result < 0) {
			throw new LockFileException("stat", file, this.constants.reason(-result), this.constants.describe(-result));
		}
		ByteBuffer struct = struct(buffer);
		FileIdentity identity = FileIdentity.of(struct.getInt(OFFSET_MAJOR), struct.getInt(OFFSET_MINOR),
				struct.getLong(OFFSET_INODE));
		return new FileStatus(identity, type(struct.getShort(OFFSET_MODE)), struct.getLong(OFFSET_SIZE),
				time(struct, OFFSET_MODIFIED));
	}

	private static ByteBuffer struct(byte[] buffer) {
		return ByteBuffer.wrap(buffer).order(ByteOrder.nativeOrder());
	}

	private static Instant time(ByteBuffer struct, int offset) {
		return Instant.ofEpochSecond(struct.getLong(offset), struct.getInt(offset + Long.BYTES));
	}

	/** S_IFMT of inode(7). */
	private static FileStatus.Type type(int mode) {
		return switch (mode & 0170000) {
			case 0100000 -> FileStatus.Type.REGULAR;
			case 0040000 -> FileStatus.Type.DIRECTORY;
			case 0120000 -> FileStatus.Type.SYMBOLIC_LINK;
			default -> FileStatus.Type.OTHER;
		};
	}

}
