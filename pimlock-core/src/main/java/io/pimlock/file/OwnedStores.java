package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;

/*
 * The rule is about processes, and the kernel's lock is about open files: a second handle
 * of this process would be refused by its own first one. So there is one locked file per
 * store, and a count of the handles that share it. Locking and unlocking, with the count
 * going from and to zero, are one critical section per store: otherwise a handle taken
 * while the last one goes would find nobody registered and the file still locked, and
 * report a stranger where there is none. The section never waits for anybody else.
 */
/**
 * The stores that this process owns, by the identity of the directory.
 */
final class OwnedStores {

	/** One for all engines of this JVM, because they are one process. */
	static final OwnedStores PROCESS = new OwnedStores();

	private final Map<Object, Store> stores = new ConcurrentHashMap<>();

	/**
	 * Adds a handle to those of a store, and locks the file for the first.
	 * @return null if another process has it locked
	 */
	@Nullable KernelLock own(LockFiles files, Object store, Path file, Set<PosixFilePermission> permissions)
			throws LockFileException {
		Store entered = this.stores.compute(store, (identity, known) -> {
			Store entry = (known != null) ? known : new Store(identity);
			entry.users++;
			return entry;
		});
		boolean owned = false;
		try {
			owned = entered.take(files, file, permissions);
			return owned ? entered : null;
		}
		finally {
			if (!owned) {
				leave(store);
			}
		}
	}

	private void leave(Object store) {
		this.stores.computeIfPresent(store, (identity, entry) -> (--entry.users == 0) ? null : entry);
	}

	int size() {
		return this.stores.size();
	}

	/**
	 * One store, as long as somebody refers to it.
	 */
	private final class Store implements KernelLock {

		private final Object identity;

		private final ReentrantLock mutex = new ReentrantLock();

		/** The map guards it. */
		private int users;

		private int handles;

		private @Nullable LockedFile locked;

		Store(Object identity) {
			this.identity = identity;
		}

		private boolean take(LockFiles files, Path file, Set<PosixFilePermission> permissions)
				throws LockFileException {
			this.mutex.lock();
			try {
				if (this.locked == null) {
					this.locked = LockedFile.tryLock(files, file, LockMode.EXCLUSIVE, permissions);
				}
				if (this.locked != null) {
					this.handles++;
				}
				return this.locked != null;
			}
			finally {
				this.mutex.unlock();
			}
		}

		@Override
		public boolean isIntact() throws LockFileException {
			this.mutex.lock();
			try {
				return this.locked != null && this.locked.isIntact();
			}
			finally {
				this.mutex.unlock();
			}
		}

		@Override
		public int handles() {
			this.mutex.lock();
			try {
				return this.handles;
			}
			finally {
				this.mutex.unlock();
			}
		}

		@Override
		public boolean release() {
			this.mutex.lock();
			try {
				return (this.handles > 1) ? isIntactOrUnknown() : releaseLast();
			}
			finally {
				this.handles--;
				this.mutex.unlock();
				leave(this.identity);
			}
		}

		private boolean releaseLast() {
			LockedFile last = this.locked;
			this.locked = null;
			return last != null && last.release();
		}

		/** What cannot be told now is told to the last handle. */
		private boolean isIntactOrUnknown() {
			try {
				return isIntact();
			}
			catch (LockFileException ex) {
				return true;
			}
		}

	}

}
