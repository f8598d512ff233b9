package io.pimlock.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.PimlockException;
import io.pimlock.WriterBusyException;
import io.pimlock.WriterLease;
import io.pimlock.WriterLeases;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * The writer leases of one engine.
 */
final class FileWriterLeases implements WriterLeases {

	/** How long somebody may be looking whether a lease is held. */
	private static final Duration MOMENT = Duration.ofMillis(1);

	private static final Path LOCKS = Path.of("locks");

	private final Supplier<PimlockOptions> options;

	private final LockFiles files;

	private final Buckets directories;

	private final Holders holders;

	private final OpenHandles open = new OpenHandles();

	FileWriterLeases(Supplier<PimlockOptions> options, LockFiles files) {
		this.options = options;
		this.files = files;
		this.directories = new Buckets(files);
		this.holders = new Holders(files);
	}

	@Override
	public WriterLease acquire(Path root, String runId) {
		PimlockOptions current = this.options.get();
		this.open.requireOpen();
		Deadline begin = Deadline.after(Duration.ZERO);
		String name = fileName(root, runId);
		Bucket directory = findRoot(root, runId, current);
		try {
			Path file = locks(directory, current).resolve(name);
			LockedFile locked = lock(file, current);
			if (locked == null) {
				throw busy(runId, directory, file, current, begin);
			}
			return this.open.hand(locked, (lock) -> new FileWriterLease(runId, directory.directory(), file, lock,
					current.listeners(), this.open), begin.waited());
		}
		catch (LockFileException ex) {
			if (ex.reason() == LockFileException.Reason.NAME_TOO_LONG) {
				throw invalid(root, runId, "the name of its lock file would be too long for the filesystem", ex);
			}
			throw Failures.of(LockKind.WRITER_LEASE, runId, directory, ex);
		}
		catch (BucketValidationException ex) {
			throw Failures.of(LockKind.WRITER_LEASE, runId, ex);
		}
	}

	private Bucket findRoot(Path root, String runId, PimlockOptions current) {
		try {
			return this.directories.find(root, current);
		}
		catch (PimlockException ex) {
			throw Failures.of(LockKind.WRITER_LEASE, runId, ex);
		}
	}

	private Path locks(Bucket root, PimlockOptions current) throws LockFileException {
		// whatever becomes of the links by which it was named
		Path locks = ConfinedPaths.existing(root.directory()).resolve(LOCKS);
		this.files.createDirectory(locks);
		Path limit = current.root();
		if (limit != null) {
			ConfinedPaths.requireInside(locks, limit.toAbsolutePath());
		}
		return locks;
	}

	private @Nullable LockedFile lock(Path file, PimlockOptions current) throws LockFileException {
		LockedFile locked = tryLock(file, current);
		Deadline moment = Deadline.after(MOMENT);
		while (locked == null && !moment.isOver()) {
			LockSupport.parkNanos(MOMENT.toNanos() / 8);
			locked = tryLock(file, current);
		}
		return locked;
	}

	private @Nullable LockedFile tryLock(Path file, PimlockOptions current) throws LockFileException {
		return LockedFile.tryLock(this.files, file, LockMode.EXCLUSIVE, current.filePermissions());
	}

	private WriterBusyException busy(String runId, Bucket root, Path file, PimlockOptions current, Deadline begin) {
		LockHolder holder = this.holders.ofKernelLock(file);
		Events.tell(current.listeners(),
				(listener) -> listener.busy(LockKind.WRITER_LEASE, runId, root.directory(), holder, begin.waited()));
		return new WriterBusyException(runId, holder);
	}

	@Override
	public boolean isHeld(Path root, String runId) {
		PimlockOptions current = this.options.get();
		String name = fileName(root, runId);
		Path locks;
		try {
			locks = ConfinedPaths.resolve(root, current.root()).resolve(LOCKS);
			if (current.root() != null) {
				ConfinedPaths.requireInside(locks, current.root().toAbsolutePath());
			}
		}
		catch (BucketValidationException ex) {
			throw Failures.of(LockKind.WRITER_LEASE, runId, ex);
		}
		try (LockFile file = this.files.openReadOnly(locks.resolve(name))) {
			FileStatus opened = file.status();
			if (!opened.isRegular() || !file.tryLock(LockMode.SHARED)) {
				return true;
			}
			file.unlock();
			FileStatus named = this.files.status(locks.resolve(name));
			return named != null && !named.isSameFileAs(opened);
		}
		catch (LockFileException ex) {
			return ex.reason() != LockFileException.Reason.MISSING;
		}
	}

	/**
	 * As other languages make it, which count code points.
	 */
	private static String fileName(Path root, @Nullable String runId) {
		if (runId == null || runId.isEmpty()) {
			throw invalid(root, String.valueOf(runId), "it has no id; name the run", null);
		}
		StringBuilder name = new StringBuilder(runId.length());
		runId.codePoints().map((c) -> isPlain(c) ? c : '_').forEach(name::appendCodePoint);
		return name.append(".lock").toString();
	}

	private static boolean isPlain(int c) {
		return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
				|| c == '-';
	}

	private static BucketValidationException invalid(Path root, String runId, String detail,
			@Nullable LockFileException cause) {
		return new BucketValidationException(LockKind.WRITER_LEASE, Reason.RUN_ID_INVALID, runId, root, detail, cause);
	}

	@Override
	public List<HeldLock> heldLocks() {
		return this.open.list();
	}

	void close() {
		this.open.close();
	}

}
