package io.pimlock.kernel;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open descriptor. The {@code flock} lock belongs to the open file description behind
 * it, so it is this object's alone (flock(2)).
 */
final class PosixLockFile implements LockFile {

	private static final int CLOSED = -1;

	private final AtomicInteger fd;

	private final Path file;

	private final NativeConstants constants;

	private final LibC libC;

	private final FileStatuses statuses;

	PosixLockFile(int fd, Path file, NativeConstants constants, LibC libC, FileStatuses statuses) {
		this.fd = new AtomicInteger(fd);
		this.file = file;
		this.constants = constants;
		this.libC = libC;
		this.statuses = statuses;
	}

	@Override
	public FileStatus status() throws LockFileException {
		FileStatus status = this.statuses.ofDescriptor(openFd("stat"), this.file);
		if (status == null) {
			throw new LockFileException("stat", this.file, LockFileException.Reason.UNSUPPORTED,
					"/dev/fd is missing; mount /proc");
		}
		return status;
	}

	@Override
	public boolean tryLock(LockMode mode) throws LockFileException {
		int operation = (mode == LockMode.EXCLUSIVE) ? NativeConstants.LOCK_EXCLUSIVE : NativeConstants.LOCK_SHARED;
		int result = flock("lock", operation | NativeConstants.LOCK_NON_BLOCKING);
		if (result == -this.constants.wouldBlock()) {
			return false;
		}
		check("lock", result);
		return true;
	}

	@Override
	public void unlock() throws LockFileException {
		check("unlock", flock("unlock", NativeConstants.LOCK_UNLOCK));
	}

	private int flock(String step, int operation) throws LockFileException {
		int result;
		do {
			result = this.libC.flock(openFd(step), operation);
		}
		while (result == -NativeConstants.EINTR);
		return result;
	}

	@Override
	public byte[] read(int limit) throws LockFileException {
		byte[] content = new byte[limit];
		int length = 0;
		while (length < limit) {
			int read = readAt(length, content);
			if (read == 0) {
				break;
			}
			length += read;
		}
		return (length == limit) ? content : Arrays.copyOf(content, length);
	}

	/** Fills up the content from a position on, as far as one call does. */
	private int readAt(int position, byte[] content) throws LockFileException {
		byte[] part = (position == 0) ? content : new byte[content.length - position];
		int read;
		do {
			read = this.libC.pread(openFd("read"), part, part.length, position);
		}
		while (read == -NativeConstants.EINTR);
		check("read", read);
		if (position > 0) {
			System.arraycopy(part, 0, content, position, read);
		}
		return read;
	}

	@Override
	public void write(long position, byte[] content) throws LockFileException {
		int done = 0;
		while (done < content.length) {
			byte[] rest = Arrays.copyOfRange(content, done, content.length);
			int written = this.libC.pwrite(openFd("write"), rest, rest.length, position + done);
			if (written == -NativeConstants.EINTR) {
				continue;
			}
			check("write", written);
			if (written == 0) {
				throw new LockFileException("write", this.file, LockFileException.Reason.OTHER, "No progress");
			}
			done += written;
		}
	}

	@Override
	public void close() {
		int open = this.fd.getAndSet(CLOSED);
		if (open != CLOSED) {
			// not repeated after EINTR: on Linux the descriptor is gone all the same
			// (close(2))
			this.libC.close(open);
		}
	}

	private int openFd(String step) throws LockFileException {
		int open = this.fd.get();
		if (open == CLOSED) {
			throw new LockFileException(step, this.file, LockFileException.Reason.OTHER, "already closed");
		}
		return open;
	}

	private void check(String step, int result) throws LockFileException {
		if (result < 0) {
			throw new LockFileException(step, this.file, this.constants.reason(-result),
					this.constants.describe(-result));
		}
	}

}
