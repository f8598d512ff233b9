package io.pimlock.torture;

import java.util.Set;
import java.util.TreeSet;

/**
 * What the workers of one kind did and suffered.
 */
final class KindTally {

	final Set<String> versions = new TreeSet<>();

	final Waits waits = new Waits();

	long acquisitions;

	long timeouts;

	long refusals;

	long kills;

	long killsInside;

	long terminations;

	void accept(JournalLine line) {
		switch (line.event()) {
			case READY -> this.versions.add(line.text());
			case ENTER -> {
				this.acquisitions++;
				if (line.waited() >= 0) {
					this.waits.add(line.waited());
				}
			}
			case BUSY -> {
				if (line.text().equals("timeout")) {
					this.timeouts++;
				}
				else {
					this.refusals++;
				}
			}
			default -> {
			}
		}
	}

	void killed(String signal, boolean inside) {
		if (signal.equals("TERM")) {
			this.terminations++;
		}
		else {
			this.kills++;
			this.killsInside += inside ? 1 : 0;
		}
	}

}
