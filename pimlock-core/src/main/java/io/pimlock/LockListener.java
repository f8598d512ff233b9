package io.pimlock;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Is told what happened to locks, after the fact. Called on the thread that caused the
 * event, so it has to be quick. Whatever a listener throws is logged and goes no further:
 * it can neither prevent an acquisition nor block a release.
 * <p>
 * A re-entry of a bucket and the close of a handle on it that is not the last are not
 * events. Each handle on a store that this process owns is.
 */
public interface LockListener {

	/**
	 * A lock was acquired.
	 * @param lock the lock
	 * @param waited how long that took
	 */
	default void acquired(HeldLock lock, Duration waited) {
	}

	/**
	 * A lock was released; it may have been {@link #lost} before.
	 * @param lock the lock as it was before
	 * @param held how long it was held
	 */
	default void released(HeldLock lock, Duration held) {
	}

	/**
	 * An acquisition was refused because somebody else holds the lock.
	 * @param kind the lock system
	 * @param bucketId the name that messages use
	 * @param path the directory or file, absolute
	 * @param holder who holds it, null if unknown
	 * @param waited how long the caller had waited
	 */
	default void busy(LockKind kind, String bucketId, Path path, @Nullable LockHolder holder, Duration waited) {
	}

	/**
	 * A dead holder's lock was cleared away by an acquisition.
	 * @param kind the lock system
	 * @param bucketId the name that messages use
	 * @param path the directory or file, absolute
	 * @param deadHolder who had held it, null if unknown
	 */
	default void reclaimed(LockKind kind, String bucketId, Path path, @Nullable LockHolder deadHolder) {
	}

	/**
	 * A release found that the lock had been lost: its files were removed or replaced
	 * while it was held.
	 * @param lock the lock as it was
	 */
	default void lost(HeldLock lock) {
	}

}
