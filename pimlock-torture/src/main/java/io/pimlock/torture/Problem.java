package io.pimlock.torture;

/**
 * What may go wrong in a run.
 */
enum Problem {

	/** Two inside, none of them of the original protocol. */
	OVERLAP("overlaps among Pimlock processes and kernel lock peers, by the journal"),

	/** The same, seen by one of the two. */
	MARKER("overlaps without a program of the original protocol, met inside"),

	/** Pimlock and a program of the original protocol. */
	OVERLAP_WITH_ORIGINAL("overlaps with a program of the original protocol, by the journal"),

	/** The same, seen by one of the two. */
	MARKER_WITH_ORIGINAL("overlaps with a program of the original protocol, met inside"),

	/** A marker that somebody took away who had left before he could be named. */
	MARKER_UNKNOWN("markers that vanished"),

	/** Two programs of the original protocol. */
	OVERLAP_AMONG_ORIGINALS("overlaps among programs of the original protocol"),

	/** A Pimlock holder was told that its lock was lost. */
	LOST("locks that Pimlock reported lost"),

	/**
	 * A live program of the original protocol no longer found its file: somebody took it
	 * for a dead one's.
	 */
	LOST_BY_ORIGINAL("lock files taken from live programs of the original protocol"),

	/** A fencing token that does not rise. */
	FALLING_TOKEN("fencing tokens that did not rise"),

	/** A worker, or everybody on a bucket, made no progress. */
	HUNG("hung workers"),

	/** Something that must not happen. */
	TROUBLE("unexpected failures"),

	/** Files or descriptors that should be gone. */
	LEFT_OVER("leftovers");

	private final String label;

	Problem(String label) {
		this.label = label;
	}

	String label() {
		return this.label;
	}

}
