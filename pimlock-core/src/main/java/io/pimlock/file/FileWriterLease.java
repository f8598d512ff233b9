package io.pimlock.file;

import java.nio.file.Path;
import java.util.List;

import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.WriterLease;

/**
 * A lease that is held.
 */
final class FileWriterLease extends KernelLockHandle implements WriterLease {

	FileWriterLease(String runId, Path root, Path file, KernelLock lock, List<LockListener> listeners,
			OpenHandles handles) {
		super(LockKind.WRITER_LEASE, runId, root, file, lock, listeners, handles);
	}

	@Override
	public Path root() {
		return directory();
	}

	@Override
	public String runId() {
		return id();
	}

}
