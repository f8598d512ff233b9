package io.pimlock.file;

import java.nio.file.Path;
import java.util.List;

import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.StoreLock;
import io.pimlock.StoreLockMode;

/**
 * A handle on a store that is locked.
 */
final class FileStoreLock extends KernelLockHandle implements StoreLock {

	private final StoreLockMode mode;

	FileStoreLock(StoreLockMode mode, Bucket store, Path file, KernelLock lock, List<LockListener> listeners,
			OpenHandles handles) {
		super(LockKind.STORE, store.id(), store.directory(), file, lock, listeners, handles);
		this.mode = mode;
	}

	@Override
	public Path store() {
		return directory();
	}

	@Override
	public StoreLockMode mode() {
		return this.mode;
	}

}
