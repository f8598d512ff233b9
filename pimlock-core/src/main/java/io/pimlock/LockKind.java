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
	STORE;

	/** What messages call it at the beginning of a sentence. */
	String subject(String id) {
		String noun = noun(id);
		return Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
	}

	/** What messages call it. */
	String noun(String id) {
		return switch (this) {
			case BUCKET -> "bucket '" + id + "'";
			case WRITER_LEASE -> "run '" + id + "'";
			case STORE -> "store '" + id + "'";
		};
	}

}
