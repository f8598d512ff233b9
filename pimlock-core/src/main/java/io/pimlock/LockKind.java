package io.pimlock;

/**
 * Which of the lock systems a lock belongs to.
 */
public enum LockKind {

	/**
	 * A bucket lock: {@code .lock} in the bucket's directory, one writer at a time.
	 */
	BUCKET,

	/**
	 * A writer lease: {@code locks/<run>.lock} below a root, never waited for.
	 */
	WRITER_LEASE,

	/**
	 * A store lock: {@code owner.lock} or {@code objects.lock} in a store.
	 */
	STORE

}
