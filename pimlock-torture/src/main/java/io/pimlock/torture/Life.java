package io.pimlock.torture;

import java.util.ArrayList;
import java.util.List;

/**
 * A worker's present incarnation, from before its start until its end was seen.
 */
final class Life {

	private final int incarnation;

	private final List<Overlap> suspicions = new ArrayList<>();

	private boolean doomed;

	Life(int incarnation) {
		this.incarnation = incarnation;
	}

	int incarnation() {
		return this.incarnation;
	}

	boolean is(int incarnation) {
		return this.incarnation == incarnation;
	}

	void doom() {
		this.doomed = true;
	}

	boolean isDoomed() {
		return this.doomed;
	}

	/** Keeps what is an overlap only if this one turns out to be alive. */
	void suspect(Overlap overlap) {
		this.suspicions.add(overlap);
	}

	List<Overlap> takeSuspicions() {
		List<Overlap> taken = List.copyOf(this.suspicions);
		this.suspicions.clear();
		return taken;
	}

}
