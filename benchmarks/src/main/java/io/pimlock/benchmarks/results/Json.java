package io.pimlock.benchmarks.results;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Formats maps, collections, arrays of longs, numbers and text as JSON.
 */
final class Json {

	private Json() {
	}

	static String format(Object value) {
		if (value instanceof Map<?, ?> map) {
			return map.entrySet()
				.stream()
				.map((entry) -> quote(entry.getKey().toString()) + ":" + format(entry.getValue()))
				.collect(Collectors.joining(",", "{", "}"));
		}
		if (value instanceof Collection<?> collection) {
			return collection.stream().map(Json::format).collect(Collectors.joining(",\n", "[", "]"));
		}
		if (value instanceof long[] numbers) {
			return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
		}
		return (value instanceof Number || value instanceof Boolean) ? value.toString() : quote(value.toString());
	}

	private static String quote(String text) {
		StringBuilder quoted = new StringBuilder("\"");
		text.chars().forEach((c) -> {
			if (c == '"' || c == '\\') {
				quoted.append('\\').append((char) c);
			}
			else if (c < ' ') {
				quoted.append(String.format("\\u%04x", c));
			}
			else {
				quoted.append((char) c);
			}
		});
		return quoted.append('"').toString();
	}

}
