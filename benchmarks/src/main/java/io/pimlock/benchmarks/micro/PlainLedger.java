package io.pimlock.benchmarks.micro;

/**
 * A service that locks nothing.
 */
class PlainLedger {

	private int length;

	int append(String tenant) {
		this.length += tenant.length();
		return this.length;
	}

}
