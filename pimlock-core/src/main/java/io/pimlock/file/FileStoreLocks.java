package io.pimlock.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.pimlock.BucketLockInterruptedException;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketValidationException;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.PimlockException;
import io.pimlock.StoreBusyException;
import io.pimlock.StoreCollectingException;
import io.pimlock.StoreLock;
import io.pimlock.StoreLockMode;
import io.pimlock.StoreLocks;
import io.pimlock.StoreOwnedException;
import io.pimlock.StoreStagingException;
import io.pimlock.WaitingLock;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * The store locks of one engine.
 */
final class FileStoreLocks implements StoreLocks {

	private static final Path OWNER = Path.of("owner.lock");

	private static final Path OBJECTS = Path.of("objects.lock");

	private final Supplier<PimlockOptions> options;

	private final LockFiles files;

	private final Buckets directories;

	private final Holders holders;

	private final OwnedStores owned;

	private final Waiters waiters = new Waiters();

	private final OpenHandles open = new OpenHandles();

	FileStoreLocks(Supplier<PimlockOptions> options, LockFiles files) {
		this(options, files, OwnedStores.PROCESS);
	}

	FileStoreLocks(Supplier<PimlockOptions> options, LockFiles files, OwnedStores owned) {
		this.options = options;
		this.files = files;
		this.directories = new Buckets(files);
		this.holders = new Holders(files);
		this.owned = owned;
	}

	@Override
	public StoreLock own(Path store) {
		return lock(store, StoreLockMode.OWN, Duration.ZERO);
	}

	@Override
	public StoreLock stage(Path store) {
		return lock(store, StoreLockMode.STAGE, null);
	}

	@Override
	public StoreLock stage(Path store, Duration waitTimeout) {
		return lock(store, StoreLockMode.STAGE, waitTimeout);
	}

	@Override
	public StoreLock collect(Path store) {
		return lock(store, StoreLockMode.COLLECT, Duration.ZERO);
	}

	private StoreLock lock(Path path, StoreLockMode mode, @Nullable Duration waitTimeout) {
		PimlockOptions current = this.options.get();
		this.open.requireOpen();
		Deadline deadline = Deadline.after((waitTimeout != null) ? waitTimeout : current.waitTimeout());
		Bucket store = find(path, current);
		// whatever becomes of the links by which it was named
		Bucket real = find(ConfinedPaths.existing(store.directory()), current);
		Path file = real.directory().resolve((mode == StoreLockMode.OWN) ? OWNER : OBJECTS);
		try {
			KernelLock lock = switch (mode) {
				case OWN -> own(real, file, current);
				case COLLECT -> LockedFile.tryLock(this.files, file, LockMode.EXCLUSIVE, current.filePermissions());
				case STAGE -> stage(store, file, current, deadline);
			};
			if (lock == null) {
				throw busy(mode, store, file, current, deadline);
			}
			requireSameDirectory(real, lock);
			return this.open.hand(lock,
					(locked) -> new FileStoreLock(mode, store, file, locked, current.listeners(), this.open),
					deadline.waited());
		}
		catch (LockFileException ex) {
			throw Failures.of(LockKind.STORE, store.id(), store, ex);
		}
		catch (BucketValidationException ex) {
			throw Failures.of(LockKind.STORE, store.id(), ex);
		}
	}

	private Bucket find(Path path, PimlockOptions current) {
		try {
			return this.directories.find(path, current);
		}
		catch (PimlockException ex) {
			// the path may be none that has an id
			String id = (ex instanceof BucketValidationException invalid) ? invalid.bucketId() : ConfinedPaths.id(path);
			throw Failures.of(LockKind.STORE, id, ex);
		}
	}

	/** It may have become another one between the look at it and the lock in it. */
	private void requireSameDirectory(Bucket store, KernelLock lock) throws LockFileException {
		boolean same = false;
		try {
			this.holders.requireSameDirectory(store);
			same = true;
		}
		finally {
			if (!same) {
				lock.release();
			}
		}
	}

	private @Nullable KernelLock own(Bucket store, Path file, PimlockOptions current) throws LockFileException {
		KernelLock lock = this.owned.own(this.files, store.identity(), file, current.filePermissions());
		boolean intact = false;
		try {
			intact = lock == null || lock.isIntact();
		}
		finally {
			if (lock != null && !intact) {
				lock.release();
			}
		}
		if (!intact) {
			throw new BucketLockLostException(LockKind.STORE, store.directory(), store.id(),
					"this process owned it, and its lock file was removed or replaced");
		}
		return lock;
	}

	private @Nullable KernelLock stage(Bucket store, Path path, PimlockOptions current, Deadline deadline)
			throws LockFileException {
		if (!deadline.isImmediate() && Thread.currentThread().isInterrupted()) {
			throw new BucketLockInterruptedException(LockKind.STORE, store.id(), deadline.waited(), null);
		}
		StableFile file = StableFile.open(this.files, () -> path, current.filePermissions());
		boolean locked = false;
		try (Waiters.Entry waiting = this.waiters.entry(LockKind.STORE, store)) {
			locked = file.tryLock(LockMode.SHARED);
			if (!locked && !deadline.isImmediate()) {
				waiting.begin();
				locked = await(file, path, current, deadline);
			}
			return locked ? LockedFile.of(file) : null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new BucketLockInterruptedException(LockKind.STORE, store.id(), deadline.waited(), ex);
		}
		finally {
			if (!locked) {
				file.release();
			}
		}
	}

	private boolean await(StableFile file, Path path, PimlockOptions current, Deadline deadline)
			throws LockFileException, InterruptedException {
		try (ReleaseSignal signal = new ReleaseSignal(this.files.events(), path)) {
			Backoff backoff = new Backoff(signal, current.pollInterval());
			while (!file.tryLock(LockMode.SHARED)) {
				if (deadline.isOver()) {
					return false;
				}
				backoff.pause(deadline);
			}
			return true;
		}
	}

	private StoreBusyException busy(StoreLockMode mode, Bucket store, Path file, PimlockOptions current,
			Deadline deadline) {
		LockHolder holder = this.holders.ofKernelLock(file);
		Events.tell(current.listeners(),
				(listener) -> listener.busy(LockKind.STORE, store.id(), store.directory(), holder, deadline.waited()));
		return switch (mode) {
			case OWN -> new StoreOwnedException(store.directory(), store.id(), holder);
			case COLLECT -> new StoreStagingException(store.directory(), store.id(), holder);
			case STAGE -> new StoreCollectingException(store.directory(), store.id(), holder, deadline.waited());
		};
	}

	@Override
	public List<HeldLock> heldLocks() {
		return this.open.list();
	}

	@Override
	public List<WaitingLock> waitingLocks() {
		return this.waiters.list();
	}

	void close() {
		this.open.close();
	}

}
