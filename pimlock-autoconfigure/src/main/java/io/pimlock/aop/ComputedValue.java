package io.pimlock.aop;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.temporal.Temporal;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Which values of an expression may become part of a path, and what they contribute. A
 * refusal is an {@link IllegalArgumentException} whose message says what the value is.
 */
final class ComputedValue {

	private ComputedValue() {
	}

	/**
	 * The text of a value that may stand anywhere in a template: one segment, or a
	 * relative path that goes only down.
	 * @param value the value
	 * @return the text
	 */
	static String inner(@Nullable Object value) {
		if (!(value instanceof Path path)) {
			return segment(value);
		}
		if (leading(path).getRoot() != null) {
			throw new IllegalArgumentException("an absolute path, which cannot stand inside of another one");
		}
		for (Path name : path) {
			String problem = SegmentRules.problemWithValue(name.toString());
			if (problem != null) {
				throw new IllegalArgumentException("a path with a segment that is " + problem);
			}
		}
		return path.toString();
	}

	/**
	 * Checks a path that stands at the beginning of a template.
	 * @param path the path
	 * @return the path, absolute or not
	 */
	static Path leading(Path path) {
		// The text of such a path would name something else on the disk.
		if (!path.getFileSystem().equals(FileSystems.getDefault())) {
			throw new IllegalArgumentException("a path of another filesystem provider");
		}
		if (path.getRoot() == null && path.normalize().toString().isBlank()) {
			throw new IllegalArgumentException("a blank path");
		}
		return path;
	}

	/**
	 * The text of a value that may be any but a blank one.
	 * @param value the value
	 * @return the text
	 */
	static String text(@Nullable Object value) {
		String text = anyText(value);
		if (text.isBlank()) {
			throw new IllegalArgumentException("blank");
		}
		return text;
	}

	private static String anyText(@Nullable Object value) {
		if (value == null) {
			throw new IllegalArgumentException("null");
		}
		if (!isText(value)) {
			throw new IllegalArgumentException("an object of " + value.getClass()
					+ ", which is neither text nor a path; let the expression make a text of it");
		}
		return value.toString();
	}

	private static String segment(@Nullable Object value) {
		String text = anyText(value);
		String problem = SegmentRules.problemWithValue(text);
		if (problem != null) {
			throw new IllegalArgumentException(problem);
		}
		return text;
	}

	/**
	 * The types whose {@code toString} is their value. Other objects have that method
	 * too, but what it returns may differ between equal objects, and so would the lock.
	 */
	private static boolean isText(Object value) {
		return value instanceof CharSequence || value instanceof Character || value instanceof Boolean
				|| value instanceof Number || value instanceof Enum || value instanceof UUID
				|| value instanceof Temporal;
	}

}
