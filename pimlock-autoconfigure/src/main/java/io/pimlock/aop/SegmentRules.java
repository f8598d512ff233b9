package io.pimlock.aop;

import java.io.File;

import org.jspecify.annotations.Nullable;

/**
 * What a computed text has to be so that it names exactly one directory in its place, and
 * never another place. The rules of all platforms apply on every platform.
 */
final class SegmentRules {

	private SegmentRules() {
	}

	/**
	 * Why a computed text is no path segment.
	 * @param text the text
	 * @return the reason, null if it is one
	 */
	static @Nullable String problemWithValue(String text) {
		if (text.isBlank()) {
			return "blank";
		}
		if (text.indexOf('/') >= 0 || text.indexOf('\\') >= 0) {
			return "a text with a path separator; it has to be one path segment";
		}
		return problemWithSegment(text);
	}

	/**
	 * Why the segments that a computed text became part of cannot be used.
	 * @param path the whole path
	 * @param start where the computed text starts
	 * @param end where it ends
	 * @return the reason, null if they can be used
	 */
	static @Nullable String problemWithSegments(String path, int start, int end) {
		int from = start;
		while (from > 0 && !isSeparator(path.charAt(from - 1))) {
			from--;
		}
		for (int to = from; to <= path.length(); to++) {
			if (to == path.length() || isSeparator(path.charAt(to))) {
				String problem = (to > from) ? problemWithSegment(path.substring(from, to)) : null;
				if (problem != null || to >= end) {
					return problem;
				}
				from = to + 1;
			}
		}
		return null;
	}

	private static @Nullable String problemWithSegment(String segment) {
		if (segment.indexOf('\0') >= 0) {
			return "a text with a NUL character";
		}
		if (isNothingButDotsAndSpaces(segment)) {
			return "'" + segment.strip() + "', which names another directory";
		}
		return startsWithDrive(segment) ? "a text that starts with a drive" : null;
	}

	/**
	 * Windows ignores dots and spaces at the end of a name, which makes all of these the
	 * directory itself or its parent.
	 */
	private static boolean isNothingButDotsAndSpaces(String segment) {
		for (int i = 0; i < segment.length(); i++) {
			char c = segment.charAt(i);
			if (c != '.' && !Character.isWhitespace(c)) {
				return false;
			}
		}
		return true;
	}

	private static boolean startsWithDrive(String segment) {
		return segment.length() > 1 && segment.charAt(1) == ':' && isLatinLetter(segment.charAt(0));
	}

	private static boolean isLatinLetter(char c) {
		return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
	}

	static boolean isSeparator(char c) {
		return c == '/' || c == File.separatorChar;
	}

}
