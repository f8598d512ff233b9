package io.pimlock.file;

import java.nio.charset.StandardCharsets;

/**
 * Reads lines {@code name=value} one after the other, each of which must have the name
 * that is expected.
 */
final class GuardRecordLines {

	/** {@link #bytewise Byte by byte}. */
	private final String text;

	private int position;

	GuardRecordLines(byte[] content) {
		this(new String(content, StandardCharsets.ISO_8859_1));
	}

	GuardRecordLines(String bytewise) {
		this.text = bytewise;
	}

	/**
	 * A text in UTF-8 with a character for each byte, so that parts of a file can be cut
	 * out and put together as they are.
	 */
	static String bytewise(String text) {
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
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
		if (!this.text.startsWith(ascii, this.position)) {
			throw new IllegalArgumentException("no " + ascii);
		}
		this.position += ascii.length();
	}

	/**
	 * Makes sure that there are no more lines.
	 * @throws IllegalArgumentException if there are
	 */
	void requireEnd() {
		if (this.position != this.text.length()) {
			throw new IllegalArgumentException("more than expected");
		}
	}

	/**
	 * Reads a line.
	 * @param name the name that it must have, with the equals sign
	 * @return the value
	 * @throws IllegalArgumentException if there is no such line
	 */
	String value(String name) {
		require(name);
		int end = this.text.indexOf('\n', this.position);
		if (end < 0) {
			throw new IllegalArgumentException("no end of " + name);
		}
		String value = this.text.substring(this.position, end);
		this.position = end + 1;
		return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
	}

	/**
	 * Reads a line whose value is a number.
	 * @throws IllegalArgumentException if there is no such line
	 */
	long number(String name) {
		return Long.parseLong(value(name));
	}

	/**
	 * Reads all lines before another one.
	 * @param name the name of that line, with the equals sign
	 * @return the lines, {@link #bytewise byte by byte}
	 * @throws IllegalArgumentException if there is no such line
	 */
	String upTo(String name) {
		int end = this.text.indexOf("\n" + name, this.position);
		if (end < 0) {
			throw new IllegalArgumentException("no " + name);
		}
		String lines = this.text.substring(this.position, end + 1);
		this.position = end + 1;
		return lines;
	}

}
