package io.pimlock.torture;

/**
 * Two that were inside one bucket at a time.
 *
 * @param bucket the bucket
 * @param first who was inside
 * @param second who came in
 * @param evidence how it was seen
 */
record Overlap(String bucket, String first, String second, String evidence) {

	/**
	 * Whether a program of the original protocol took part: with crashes, that protocol
	 * can break exclusion by itself.
	 */
	boolean involvesOriginal() {
		return isOriginal(this.first) || isOriginal(this.second);
	}

	/** Whether neither of the two is Pimlock. */
	boolean isAmongOriginals() {
		return isOriginal(this.first) && isOriginal(this.second);
	}

	private static boolean isOriginal(String actor) {
		return actor.startsWith(WorkerKind.PYTHON.label() + "-");
	}

	@Override
	public String toString() {
		return this.second + " in " + this.bucket + " beside " + this.first + " (" + this.evidence + ")";
	}

}
