package io.pimlock.kernel;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.jna.Native;

/**
 * An open descriptor. The {@code flock} lock belongs to the open file description behind
 * it, so it is this object's alone (flock(2)).
 */
final class PosixLockFile implements LockFile {

	private static final int CLOSED = -1;

	private final AtomicInteger fd;

	private final Path file;

	private final NativeConstants constants;

	PosixLockFile(int fd, Path file, NativeConstants constants) {
		this.fd = new AtomicInteger(fd);
		this.file = file;
		this.constants = constants;
	}

	@Override
	public FileStatus status() throws LockFileException {
		// the descriptor's own attributes, without a struct stat per platform
		FileStatus status = Attributes.status(Path.of("/dev/fd/" + openFd("stat")));
		if (status == null) {
			throw new LockFileException("stat", this.file, LockFileException.Reason.UNSUPPORTED,
					"/dev/fd is missing; mount /proc");
		}
		return status;
	}

	@Override
	public boolean tryLock(LockMode mode) throws LockFileException {
		int operation = (mode == LockMode.EXCLUSIVE) ? NativeConstants.LOCK_EXCLUSIVE : NativeConstants.LOCK_SHARED;
		while (LibC.flock(openFd("lock"), operation | NativeConstants.LOCK_NON_BLOCKING) != 0) {
			int errno = Native.getLastError();
			if (errno == this.constants.wouldBlock()) {
				return false;
			}
			if (errno != NativeConstants.EINTR) {
				throw failure("lock", errno);
			}
		}
		return true;
	}

	@Override
	public void unlock() throws LockFileException {
		while (LibC.flock(openFd("unlock"), NativeConstants.LOCK_UNLOCK) != 0) {
			int errno = Native.getLastError();
			if (errno != NativeConstants.EINTR) {
				throw failure("unlock", errno);
			}
		}
	}

	@Override
	public byte[] read(int limit) throws LockFileException {
		byte[] buffer = new byte[limit];
		int size = 0;
		while (size < limit) {
			byte[] part = (size == 0) ? buffer : new byte[limit - size];
			long read = LibC.pread(openFd("read"), part, part.length, size);
			if (read < 0) {
				int errno = Native.getLastError();
				if (errno == NativeConstants.EINTR) {
					continue;
				}
				throw failure("read", errno);
			}
			if (read == 0) {
				break;
			}
			if (part != buffer) {
				System.arraycopy(part, 0, buffer, size, (int) read);
			}
			size += (int) read;
		}
		return (size == limit) ? buffer : Arrays.copyOf(buffer, size);
	}

	@Override
	public void write(byte[] content) throws LockFileException {
		int done = 0;
		while (done < content.length) {
			byte[] rest = (done == 0) ? content : Arrays.copyOfRange(content, done, content.length);
			long written = LibC.pwrite(openFd("write"), rest, rest.length, done);
			if (written < 0) {
				int errno = Native.getLastError();
				if (errno == NativeConstants.EINTR) {
					continue;
				}
				throw failure("write", errno);
			}
			if (written == 0) {
				throw new LockFileException("write", this.file, LockFileException.Reason.OTHER, "no progress");
			}
			done += (int) written;
		}
	}

	@Override
	public void close() {
		int open = this.fd.getAndSet(CLOSED);
		if (open != CLOSED) {
			// not repeated after EINTR: on Linux the descriptor is gone all the same
			// (close(2))
			LibC.close(open);
		}
	}

	private int openFd(String step) throws LockFileException {
		int open = this.fd.get();
		if (open == CLOSED) {
			throw new LockFileException(step, this.file, LockFileException.Reason.OTHER, "already closed");
		}
		return open;
	}

	private LockFileException failure(String step, int errno) {
		return new LockFileException(step, this.file, this.constants.reason(errno), LibC.strerror(errno));
	}

}
