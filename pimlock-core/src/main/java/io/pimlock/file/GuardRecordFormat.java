package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;

import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The guard record as text, one {@code name=value} a line, so that an operator can read
 * it; the last line is a checksum over everything before it. What follows that line is
 * the rest of a longer predecessor and means nothing.
 */
final class GuardRecordFormat {

	static final int READ_LIMIT = 1024;

	private static final String VERSION = "pimlock=1\n";

	private static final String LINKING = "link";

	private static final String CREATING = "create";

	private static final String CHECKSUM = "crc32c=";

	private static final int LONGEST_NAME = 64;

	private GuardRecordFormat() {
	}

	static byte[] format(GuardRecord record) {
		ProcessIdentity process = record.process();
		String body = VERSION + "state=" + record.state() + "\n" + "publishes="
				+ (record.creates() ? CREATING : LINKING) + "\n" + "nonce=" + process.nonce() + "\n" + "pid="
				+ process.pid() + "\n" + "start=" + process.startTicks() + "\n" + "boot=" + process.bootId() + "\n"
				+ "namespaces=" + process.namespaces() + "\n" + "host=" + printable(process.host()) + "\n"
				+ "application=" + printable(record.application()) + "\n" + "tokens=" + record.tokenBound() + "\n"
				+ "stamp=" + record.stamp() + "\n";
		return (body + CHECKSUM + checksum(body) + "\n").getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Reads a record.
	 * @param content the beginning of the guard file
	 * @return the record, or null if there is none, or if it is torn or of an unknown
	 * version
	 */
	static @Nullable GuardRecord parse(byte[] content) {
		String text = new String(content, StandardCharsets.UTF_8);
		int end = text.indexOf("\n" + CHECKSUM) + 1;
		if (end == 0 || !text.startsWith(VERSION)) {
			return null;
		}
		String body = text.substring(0, end);
		if (!text.startsWith(CHECKSUM + checksum(body) + "\n", end)) {
			return null;
		}
		Map<String, String> values = new HashMap<>();
		for (String line : body.lines().toList()) {
			int equals = line.indexOf('=');
			values.put(line.substring(0, Math.max(equals, 0)), line.substring(equals + 1));
		}
		try {
			return record(values);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static GuardRecord record(Map<String, String> values) {
		ProcessIdentity process = new ProcessIdentity(value(values, "nonce"), Long.parseLong(value(values, "pid")),
				Long.parseLong(value(values, "start")), value(values, "boot"), value(values, "namespaces"),
				value(values, "host"));
		return new GuardRecord(GuardRecord.State.valueOf(value(values, "state")),
				value(values, "publishes").equals(CREATING), process, value(values, "application"),
				Long.parseLong(value(values, "tokens")), value(values, "stamp"));
	}

	private static String value(Map<String, String> values, String name) {
		String value = values.get(name);
		if (value == null) {
			throw new IllegalArgumentException("no " + name);
		}
		return value;
	}

	static String printable(String text) {
		StringBuilder printable = new StringBuilder();
		text.codePoints()
			.filter((c) -> !Character.isISOControl(c) && Character.isDefined(c) && !Character.isSurrogate((char) c))
			.limit(LONGEST_NAME)
			.forEach(printable::appendCodePoint);
		return printable.toString();
	}

	private static String checksum(String body) {
		CRC32C checksum = new CRC32C();
		checksum.update(body.getBytes(StandardCharsets.UTF_8));
		return String.format(Locale.ROOT, "%08x", checksum.getValue());
	}

}
