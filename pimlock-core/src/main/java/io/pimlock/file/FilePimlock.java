package io.pimlock.file;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.pimlock.BucketLockService;
import io.pimlock.HeldLock;
import io.pimlock.Pimlock;
import io.pimlock.StoreLocks;
import io.pimlock.WaitingLock;
import io.pimlock.WriterLeases;
import io.pimlock.kernel.LockFiles;

/**
 * The engine on files.
 */
public final class FilePimlock implements Pimlock {

	private final FileBucketLocks buckets;

	private final FileWriterLeases leases;

	private final FileStoreLocks stores;

	FilePimlock(Supplier<PimlockOptions> options, LockFiles files) {
		this.buckets = new FileBucketLocks(options, files);
		this.leases = new FileWriterLeases(options, files);
		this.stores = new FileStoreLocks(options, files);
		ExitSweep.register();
	}

	/**
	 * Creates an engine with fixed settings. What it holds when the JVM ends normally is
	 * released then.
	 * @param options the settings
	 * @return the engine
	 * @throws io.pimlock.NativeAccessException if native code cannot be called, so that
	 * there is no kernel lock
	 */
	public static Pimlock create(PimlockOptions options) {
		Objects.requireNonNull(options, "options");
		return create(() -> options);
	}

	/**
	 * Creates an engine whose settings are read again at each call. What it holds when
	 * the JVM ends normally is released then.
	 * @param options supplies the settings; an exception that it throws passes through
	 * @return the engine
	 * @throws io.pimlock.NativeAccessException if native code cannot be called, so that
	 * there is no kernel lock
	 */
	public static Pimlock create(Supplier<PimlockOptions> options) {
		return new FilePimlock(Objects.requireNonNull(options, "options"), LockFiles.system());
	}

	@Override
	public BucketLockService buckets() {
		return this.buckets;
	}

	@Override
	public WriterLeases leases() {
		return this.leases;
	}

	@Override
	public StoreLocks stores() {
		return this.stores;
	}

	@Override
	public List<HeldLock> heldLocks() {
		return Stream.of(this.buckets.heldLocks(), this.leases.heldLocks(), this.stores.heldLocks())
			.flatMap(List::stream)
			.sorted(Comparator.comparing(HeldLock::acquiredAt))
			.toList();
	}

	@Override
	public List<WaitingLock> waitingLocks() {
		return Stream.of(this.buckets.waitingLocks(), this.stores.waitingLocks())
			.flatMap(List::stream)
			.sorted(Comparator.comparing(WaitingLock::since))
			.toList();
	}

	/**
	 * Buckets first: work under them may stand under a lease or in a store.
	 */
	@Override
	public void close() {
		this.buckets.close();
		this.leases.close();
		this.stores.close();
	}

}
