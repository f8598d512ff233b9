package io.pimlock.file;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.pimlock.BucketLockService;
import io.pimlock.HeldLock;
import io.pimlock.Pimlock;
import io.pimlock.WaitingLock;
import io.pimlock.kernel.LockFiles;

/**
 * The engine on files.
 */
public final class FilePimlock implements Pimlock {

	private final FileBucketLocks buckets;

	FilePimlock(Supplier<PimlockOptions> options, LockFiles files) {
		this.buckets = new FileBucketLocks(options, files);
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
	public List<HeldLock> heldLocks() {
		return this.buckets.heldLocks();
	}

	@Override
	public List<WaitingLock> waitingLocks() {
		return this.buckets.waitingLocks();
	}

	@Override
	public void close() {
		this.buckets.close();
	}

}
