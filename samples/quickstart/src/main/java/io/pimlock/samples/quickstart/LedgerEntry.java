package io.pimlock.samples.quickstart;

import java.io.IOException;

/**
 * One line of a ledger.
 *
 * @param number its place in the ledger, from 1
 * @param pid the process that wrote it
 * @param text what it says, without line breaks
 */
record LedgerEntry(long number, long pid, String text) {

	String toLine() {
		return this.number + " " + this.pid + " " + this.text + "\n";
	}

	static LedgerEntry parse(String line) throws IOException {
		String[] parts = line.split(" ", 3);
		try {
			return new LedgerEntry(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]);
		}
		catch (NumberFormatException | ArrayIndexOutOfBoundsException ex) {
			// To guess a number here could hand it out twice.
			throw new IOException("The ledger has a line that is no entry: '" + line + "'", ex);
		}
	}

}
