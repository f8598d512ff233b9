package io.pimlock.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The content of a lock file: {@code <pid>\n} when Pimlock writes it, and whatever
 * Python's {@code int(text.strip())} takes for a number when it is read, because that is
 * how programs of the original protocol read it.
 */
final class PidFile {

	/** More than any number needs, so that a longer file is known to be malformed. */
	static final int READ_LIMIT = 256;

	private PidFile() {
	}

	static byte[] content(long pid) {
		return (pid + "\n").getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Reads a pid.
	 * @param content at most {@link #READ_LIMIT} bytes
	 * @return the pid, or empty if the content is malformed: no number, or one that is no
	 * pid
	 */
	static OptionalInt parse(byte[] content) {
		if (content.length >= READ_LIMIT) {
			return OptionalInt.empty();
		}
		String text;
		try {
			text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
		}
		catch (CharacterCodingException ex) {
			return OptionalInt.empty();
		}
		return parseNumber(strip(text));
	}

	/**
	 * Optional sign, then decimal digits of any script with single underscores between.
	 */
	private static OptionalInt parseNumber(String text) {
		int start = (!text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-')) ? 1 : 0;
		long value = 0;
		boolean digitBefore = false;
		for (int i = start; i < text.length();) {
			int c = text.codePointAt(i);
			int digit = Character.digit(c, 10);
			if (digit >= 0) {
				value = Math.min(value * 10 + digit, Integer.MAX_VALUE + 1L);
				digitBefore = true;
			}
			else if (c == '_' && digitBefore) {
				digitBefore = false;
			}
			else {
				return OptionalInt.empty();
			}
			i += Character.charCount(c);
		}
		boolean negative = start == 1 && text.charAt(0) == '-';
		boolean valid = digitBefore && !negative && value > 0 && value <= Integer.MAX_VALUE;
		return valid ? OptionalInt.of((int) value) : OptionalInt.empty();
	}

	/** What Python's str.strip() removes, which is a little more than Java's. */
	private static String strip(String text) {
		int start = 0;
		int end = text.length();
		while (start < end && isSpace(text.charAt(start))) {
			start++;
		}
		while (end > start && isSpace(text.charAt(end - 1))) {
			end--;
		}
		return text.substring(start, end);
	}

	private static boolean isSpace(char c) {
		return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
	}

}
