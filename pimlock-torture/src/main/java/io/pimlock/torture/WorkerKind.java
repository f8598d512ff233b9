package io.pimlock.torture;

import java.util.Locale;

/**
 * What a worker is. A worker's name is its kind, a hyphen and a number, so that a journal
 * can be judged without knowing the run.
 */
enum WorkerKind {

	/** The JVM that runs the referee, with Pimlock. */
	JVM(Family.PIMLOCK),

	/** Another JDK, with Pimlock. */
	JDK(Family.PIMLOCK),

	/** Claims to be Pimlock, but locks nothing: proof that the referee sees it. */
	BROKEN(Family.PIMLOCK),

	/** A Python program that knows nothing but {@code .lock}. */
	PYTHON(Family.ORIGINAL),

	/** {@code flock(1)} on the guard. */
	FLOCK(Family.GUARD),

	/** A Rust program that locks the guard through its standard library. */
	RUST(Family.GUARD);

	private final Family family;

	WorkerKind(Family family) {
		this.family = family;
	}

	Family family() {
		return this.family;
	}

	boolean isJava() {
		return this == JVM || this == JDK || this == BROKEN;
	}

	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	static WorkerKind of(String label) {
		return valueOf(label.toUpperCase(Locale.ROOT));
	}

	static WorkerKind ofWorker(String worker) {
		int hyphen = worker.indexOf('-');
		return of((hyphen < 0) ? worker : worker.substring(0, hyphen));
	}

	/**
	 * What kinds of programs take when they lock a bucket.
	 */
	enum Family {

		/** The kernel lock on the guard, then the flag. */
		PIMLOCK,

		/** The flag alone. */
		ORIGINAL,

		/** The kernel lock on the guard alone. */
		GUARD;

		/** Whether two of them must never be inside one bucket at a time. */
		boolean excludes(Family other) {
			return !(this == GUARD && other == ORIGINAL) && !(this == ORIGINAL && other == GUARD);
		}

	}

}
