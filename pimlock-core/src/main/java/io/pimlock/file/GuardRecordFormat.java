package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The guard record as text, one {@code name=value} a line, in this order, so that an
 * operator can read it; the last line is a checksum over everything before it. What
 * follows that line is the rest of a longer predecessor and means nothing.
 */
final class GuardRecordFormat {

	static final int READ_LIMIT = 1024;

	private static final String VERSION = "pimlock=1\n";

	private static final String LINKING = "link";

	private static final String CREATING = "create";

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
		byte[] content = body.getBytes(StandardCharsets.UTF_8);
		byte[] checksum = checksumLine(content, content.length).getBytes(StandardCharsets.UTF_8);
		byte[] whole = Arrays.copyOf(content, content.length + checksum.length);
		System.arraycopy(checksum, 0, whole, content.length, checksum.length);
		return whole;
	}

	/**
	 * Reads a record.
	 * @param content the beginning of the guard file
	 * @return the record, or null if there is none, or if it is torn or of an unknown
	 * version
	 */
	static @Nullable GuardRecord parse(byte[] content) {
		try {
			return parse(new GuardRecordLines(content));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static GuardRecord parse(GuardRecordLines lines) {
		lines.require(VERSION);
		GuardRecord.State state = GuardRecord.State.valueOf(lines.value("state="));
		boolean creates = lines.value("publishes=").equals(CREATING);
		ProcessIdentity process = new ProcessIdentity(lines.value("nonce="), lines.number("pid="),
				lines.number("start="), lines.value("boot="), lines.value("namespaces="), lines.value("host="));
		GuardRecord record = new GuardRecord(state, creates, process.canonical(), lines.value("application="),
				lines.number("tokens="), lines.value("stamp="));
		lines.require(checksumLine(lines.content(), lines.position()));
		return record;
	}

	static String printable(String text) {
		StringBuilder printable = new StringBuilder();
		text.codePoints()
			.filter((c) -> !Character.isISOControl(c) && Character.isDefined(c) && !Character.isSurrogate((char) c))
			.limit(LONGEST_NAME)
			.forEach(printable::appendCodePoint);
		return printable.toString();
	}

	private static String checksumLine(byte[] content, int length) {
		CRC32C checksum = new CRC32C();
		checksum.update(content, 0, length);
		return "crc32c=" + HexFormat.of().toHexDigits((int) checksum.getValue()) + "\n";
	}

}
