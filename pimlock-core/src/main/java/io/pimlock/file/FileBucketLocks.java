package io.pimlock.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketValidationException;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.PimlockClosedException;
import io.pimlock.PimlockException;
import io.pimlock.WaitingLock;
import io.pimlock.kernel.LockFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bucket locks of one engine: keeps its open handles, and leaves the work to
 * {@link BucketAcquirer} and {@link BucketReleaser}.
 */
final class FileBucketLocks implements BucketLockService {

	private static final Logger logger = LoggerFactory.getLogger(FileBucketLocks.class);

	private final Supplier<PimlockOptions> options;

	private final Buckets buckets;

	private final BucketAcquirer acquirer;

	private final BucketReleaser releaser;

	private final BucketInspector inspector;

	private final Waiters waiters = new Waiters();

	private final Set<BucketHandle> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	FileBucketLocks(Supplier<PimlockOptions> options, LockFiles files) {
		this(options, files, new BucketReleaser(SlotTable.PROCESS, files));
	}

	FileBucketLocks(Supplier<PimlockOptions> options, LockFiles files, BucketReleaser releaser) {
		this.options = options;
		this.buckets = new Buckets(files);
		this.acquirer = new BucketAcquirer(SlotTable.PROCESS, files, this.waiters);
		this.releaser = releaser;
		this.inspector = new BucketInspector(SlotTable.PROCESS, files);
	}

	@Override
	public BucketLock acquire(Path bucket) {
		PimlockOptions current = this.options.get();
		return acquire(find(bucket, current), current, Deadline.after(current.waitTimeout()));
	}

	@Override
	public BucketLock acquire(Path bucket, Duration waitTimeout) {
		PimlockOptions current = this.options.get();
		return acquire(find(bucket, current), current, Deadline.after(waitTimeout));
	}

	@Override
	public BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout) {
		PimlockOptions current = this.options.get();
		Deadline deadline = Deadline.after(waitTimeout);
		// device and inode are the same to everybody, while paths differ between
		// containers
		Map<String, Bucket> sorted = new TreeMap<>();
		for (Path path : buckets) {
			Bucket bucket = find(path, current);
			sorted.putIfAbsent(bucket.identity().toString(), bucket);
		}
		if (sorted.isEmpty()) {
			throw new BucketValidationException(BucketValidationException.Reason.PATH_INVALID, "", null,
					"no path was given", null);
		}
		List<BucketLock> acquired = new ArrayList<>(sorted.size());
		try {
			for (Bucket bucket : sorted.values()) {
				acquired.add(acquire(bucket, current, deadline));
			}
		}
		catch (Throwable ex) {
			closeAfter(ex, acquired);
			throw ex;
		}
		return (acquired.size() == 1) ? acquired.get(0) : new BucketGroup(acquired);
	}

	private static void closeAfter(Throwable failure, List<BucketLock> acquired) {
		try {
			BucketGroup.closeAll(acquired);
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

	private Bucket find(Path path, PimlockOptions current) {
		if (this.closed) {
			throw new PimlockClosedException();
		}
		return this.buckets.find(path, current);
	}

	private BucketLock acquire(Bucket bucket, PimlockOptions current, Deadline deadline) {
		List<LockHolder> reclaimed = new ArrayList<>(0);
		try {
			Hold mine = this.acquirer.reenter(bucket);
			return (mine != null) ? reenter(mine, bucket, current, deadline, reclaimed)
					: acquireAnew(bucket, current, deadline, reclaimed);
		}
		catch (BucketBusyException ex) {
			Events.tell(current.listeners(), (listener) -> listener.busy(LockKind.BUCKET, bucket.id(),
					bucket.directory(), ex.holder().orElse(null), ex.waited()));
			throw ex;
		}
		finally {
			tellReclaimed(reclaimed, bucket, current);
		}
	}

	/** Only when the acquisition is over: a listener may want the bucket itself. */
	private static void tellReclaimed(List<LockHolder> reclaimed, Bucket bucket, PimlockOptions current) {
		for (LockHolder dead : reclaimed) {
			Events.tell(current.listeners(),
					(listener) -> listener.reclaimed(LockKind.BUCKET, bucket.id(), bucket.directory(), dead));
		}
		reclaimed.clear();
	}

	private BucketLock reenter(Hold hold, Bucket bucket, PimlockOptions current, Deadline deadline,
			List<LockHolder> reclaimed) {
		BucketHandle handle = null;
		boolean unharmed;
		try {
			unharmed = this.acquirer.revalidate(hold, bucket, current, deadline, reclaimed::add);
			handle = new BucketHandle(this, bucket, hold);
		}
		finally {
			if (handle == null && hold.leave()) {
				releaseQuietly(hold);
			}
		}
		return hand(handle, () -> {
			if (!unharmed) {
				logger.warn("The lock file of bucket '{}' was removed while it was held, and is published again",
						bucket.id());
				Events.tell(current.listeners(), (listener) -> listener.lost(hold.snapshot(true)));
			}
		});
	}

	private BucketLock acquireAnew(Bucket bucket, PimlockOptions current, Deadline deadline,
			List<LockHolder> reclaimed) {
		Hold hold = this.acquirer.acquire(bucket, current, deadline, reclaimed::add);
		BucketHandle handle = null;
		try {
			handle = new BucketHandle(this, bucket, hold);
		}
		finally {
			if (handle == null && hold.leave()) {
				releaseQuietly(hold);
			}
		}
		return hand(handle, () -> {
			if (logger.isDebugEnabled()) {
				logger.debug("Acquired bucket {} at {} after {}", bucket.id(), bucket.directory(), deadline.waited());
			}
			tellReclaimed(reclaimed, bucket, current);
			Events.tell(hold.listeners(), (listener) -> listener.acquired(hold.snapshot(true), deadline.waited()));
		});
	}

	/**
	 * Registers a handle and tells of it; if anything fails meanwhile, the caller gets
	 * none and it is closed. Whoever closes the engine either sees the handle or is seen
	 * here.
	 */
	private BucketLock hand(BucketHandle handle, Runnable tell) {
		boolean handed = false;
		try {
			this.open.add(handle);
			if (this.closed) {
				throw new PimlockClosedException();
			}
			tell.run();
			handed = true;
			return handle;
		}
		finally {
			if (!handed) {
				revokeQuietly(handle);
			}
		}
	}

	private void revokeQuietly(BucketHandle handle) {
		try {
			handle.revoke();
		}
		catch (RuntimeException ex) {
			logger.warn("Bucket '{}' could not be released cleanly", handle.bucketId(), ex);
		}
	}

	private void releaseQuietly(Hold hold) {
		try {
			this.releaser.release(hold);
		}
		catch (PimlockException ex) {
			logger.warn("Bucket '{}' could not be released cleanly", hold.bucket().id(), ex);
		}
	}

	void closed(BucketHandle handle) {
		this.open.remove(handle);
		if (handle.hold().leave()) {
			this.releaser.release(handle.hold());
		}
	}

	@Override
	public BucketLockState inspect(Path bucket) {
		return this.inspector.inspect(this.buckets.find(bucket, this.options.get()));
	}

	@Override
	public List<HeldLock> heldLocks() {
		return this.open.stream()
			.map(BucketHandle::hold)
			.distinct()
			.map(Hold::look)
			.filter(Objects::nonNull)
			.sorted(Comparator.comparing(HeldLock::acquiredAt).thenComparing(HeldLock::id))
			.toList();
	}

	@Override
	public List<WaitingLock> waitingLocks() {
		return this.waiters.list();
	}

	void close() {
		this.closed = true;
		for (BucketHandle handle : this.open) {
			logger.warn("Bucket '{}' was still held by thread '{}' when Pimlock was closed, and is released now",
					handle.bucketId(), handle.hold().thread());
			revokeQuietly(handle);
		}
	}

}
