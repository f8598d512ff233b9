package io.pimlock.file;

import java.nio.charset.StandardCharsets;

/**
 * Reads lines {@code name=value} one after the other, each of which must have the name
 * that is expected.
 */
final class GuardRecordLines {

	private final byte[] content;

	private int position;

	GuardRecordLines(byte[] content) {
		this.content = content;
	}

	byte[] content() {
		return this.content;
	}

	/** Where the next line begins. */
	int position() {
		return this.position;
	}

	/**
	 * Skips a text.
	 * @param ascii what must come next
	 * @throws IllegalArgumentException if something else does
	 */
	void require(String ascii) {
		for (int i = 0; i < ascii.length(); i++) {
			int at = this.position + i;
			if (at >= this.content.length || this.content[at] != ascii.charAt(i)) {
				throw new IllegalArgumentException("no " + ascii);
			}
		}
		this.position += ascii.length();
	}

	/**
	 * Reads a line.
	 * @param name the name that it must have, with the equals sign
	 * @return the value
	 * @throws IllegalArgumentException if there is no such line
	 */
	String value(String name) {
		require(name);
		int start = this.position;
		for (int end = start; end < this.content.length; end++) {
			if (this.content[end] == '\n') {
				this.position = end + 1;
				return (end > start) ? new String(this.content, start, end - start, StandardCharsets.UTF_8) : "";
			}
		}
		throw new IllegalArgumentException("no end of " + name);
	}

	/**
	 * Reads a line whose value is a number.
	 * @throws IllegalArgumentException if there is no such line
	 */
	long number(String name) {
		return Long.parseLong(value(name));
	}

}
