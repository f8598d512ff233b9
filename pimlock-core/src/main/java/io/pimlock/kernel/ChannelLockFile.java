package io.pimlock.kernel;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * An open file with the lock of its channel. Bytes go through the
 * {@link RandomAccessFile}, because an interrupt closes a channel that reads or writes,
 * and with it drops the lock.
 */
final class ChannelLockFile implements LockFile {

	/**
	 * The last byte that can be locked: Windows refuses others access to a locked range,
	 * and the record at the beginning must stay readable. Programs that lock the whole
	 * file are excluded all the same.
	 */
	private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

	private final RandomAccessFile opened;

	private final Path file;

	private @Nullable FileLock lock;

	private ChannelLockFile(RandomAccessFile opened, Path file) {
		this.opened = opened;
		this.file = file;
	}

	static ChannelLockFile open(Path file, String mode) throws LockFileException {
		try {
			return new ChannelLockFile(new RandomAccessFile(file.toFile(), mode), file);
		}
		catch (IOException ex) {
			throw LockFileException.of("open", file, ex);
		}
	}

	@Override
	public FileStatus status() throws LockFileException {
		FileStatus status = new ChannelLockFiles().status(this.file);
		if (status == null) {
			throw new LockFileException("stat", this.file, LockFileException.Reason.MISSING, "No such file");
		}
		return status;
	}

	@Override
	public boolean tryLock(LockMode mode) throws LockFileException {
		try {
			this.lock = this.opened.getChannel().tryLock(LOCKED_BYTE, 1, mode == LockMode.SHARED);
			return this.lock != null;
		}
		catch (OverlappingFileLockException ex) {
			return false;
		}
		catch (IOException ex) {
			throw LockFileException.of("lock", this.file, ex);
		}
	}

	@Override
	public void unlock() throws LockFileException {
		FileLock held = this.lock;
		this.lock = null;
		try {
			if (held != null) {
				held.release();
			}
		}
		catch (IOException ex) {
			throw LockFileException.of("unlock", this.file, ex);
		}
	}

	@Override
	public byte[] read(int limit) throws LockFileException {
		try {
			byte[] buffer = new byte[limit];
			this.opened.seek(0);
			int size = 0;
			int read;
			while (size < limit && (read = this.opened.read(buffer, size, limit - size)) >= 0) {
				size += read;
			}
			return Arrays.copyOf(buffer, size);
		}
		catch (IOException ex) {
			throw LockFileException.of("read", this.file, ex);
		}
	}

	@Override
	public void write(long position, byte[] content) throws LockFileException {
		try {
			this.opened.seek(position);
			this.opened.write(content);
		}
		catch (IOException ex) {
			throw LockFileException.of("write", this.file, ex);
		}
	}

	@Override
	public void close() {
		try {
			this.opened.close();
		}
		catch (IOException ex) {
			// the descriptor is gone all the same
		}
	}

}
