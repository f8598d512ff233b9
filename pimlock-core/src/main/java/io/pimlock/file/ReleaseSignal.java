package io.pimlock.file;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.pimlock.kernel.FileEvents;
import io.pimlock.kernel.FileEvents.Watch;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one waiting thread when somebody may have given a bucket back: a process closed
 * the guard, or died; or, if the flag is another program's, the flag is gone.
 */
final class ReleaseSignal implements AutoCloseable {

	private final FileEvents events;

	private final Thread waiter = Thread.currentThread();

	private final AtomicBoolean given = new AtomicBoolean();

	private final @Nullable Watch guard;

	private @Nullable Watch flag;

	/**
	 * Starts to watch.
	 * @param locked the file whose kernel lock is waited for
	 */
	ReleaseSignal(FileEvents events, Path locked) {
		this.events = events;
		this.guard = events.watchClosing(locked, this::give);
	}

	private void give() {
		this.given.set(true);
		LockSupport.unpark(this.waiter);
	}

	/** Whether it can be relied on, on the whole. */
	boolean isAvailable() {
		return this.guard != null;
	}

	/**
	 * Is told that another program's flag is in the way.
	 */
	void watchFlag(Path flag) {
		if (this.flag == null) {
			this.flag = this.events.watchRemoval(flag, this::give);
		}
	}

	/**
	 * Waits for the signal, not longer than a time.
	 * @return whether it was given
	 * @throws InterruptedException if the thread is interrupted before or meanwhile
	 */
	boolean await(long nanos) throws InterruptedException {
		long start = System.nanoTime();
		while (true) {
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
			if (this.given.getAndSet(false)) {
				return true;
			}
			long left = nanos - (System.nanoTime() - start);
			if (left <= 0) {
				return false;
			}
			LockSupport.parkNanos(this, left);
		}
	}

	@Override
	public void close() {
		try {
			if (this.guard != null) {
				this.guard.close();
			}
		}
		finally {
			if (this.flag != null) {
				this.flag.close();
			}
		}
	}

}
