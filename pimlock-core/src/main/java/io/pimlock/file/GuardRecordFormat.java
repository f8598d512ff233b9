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

	private static final String STATE = "state=";

	private static final String PUBLISHES = "publishes=";

	private static final String TOKENS = "tokens=";

	private static final String STAMP = "stamp=";

	private static final String LINKING = "link";

	private static final String CREATING = "create";

	private static final int LONGEST_NAME = 64;

	private GuardRecordFormat() {
	}

	static byte[] format(GuardRecord record) {
		StringBuilder text = new StringBuilder(READ_LIMIT / 2);
		text.append(VERSION).append(STATE).append(record.state().name());
		text.append('\n').append(PUBLISHES).append(record.creates() ? CREATING : LINKING);
		text.append('\n').append(Writer.of(record).lines());
		text.append(TOKENS).append(record.tokenBound());
		text.append('\n').append(STAMP).append(GuardRecordLines.bytewise(record.stamp())).append('\n');
		byte[] content = text.toString().getBytes(StandardCharsets.ISO_8859_1);
		text.append(checksumLine(content, content.length));
		return text.toString().getBytes(StandardCharsets.ISO_8859_1);
	}

	/**
	 * Reads a record.
	 * @param content the beginning of the guard file
	 * @return the record, or null if there is none, or if it is torn or of an unknown
	 * version
	 */
	static @Nullable GuardRecord parse(byte[] content) {
		try {
			return parse(content, new GuardRecordLines(content));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static GuardRecord parse(byte[] content, GuardRecordLines lines) {
		lines.require(VERSION);
		GuardRecord.State state = GuardRecord.State.valueOf(lines.value(STATE));
		boolean creates = lines.value(PUBLISHES).equals(CREATING);
		Writer writer = Writer.of(lines.upTo(TOKENS));
		GuardRecord record = new GuardRecord(state, creates, writer.process(), writer.application(),
				lines.number(TOKENS), lines.value(STAMP));
		lines.require(checksumLine(content, lines.position()));
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

	/**
	 * The lines about the process that wrote a record. Making them and reading them takes
	 * longest, and they nearly always are this process's or those of one other.
	 *
	 * @param lines the lines, {@link GuardRecordLines#bytewise byte by byte}
	 */
	private record Writer(ProcessIdentity process, String application, String lines) {

		private static volatile @Nullable Writer lastWritten;

		private static volatile @Nullable Writer lastRead;

		static Writer of(GuardRecord record) {
			Writer last = lastWritten;
			if (last == null || !last.process.equals(record.process())
					|| !last.application.equals(record.application())) {
				last = new Writer(record.process(), record.application(),
						format(record.process(), record.application()));
				lastWritten = last;
			}
			return last;
		}

		static Writer of(String lines) {
			Writer last = lastRead;
			if (last == null || !last.lines.equals(lines)) {
				last = parse(lines);
				lastRead = last;
			}
			return last;
		}

		private static String format(ProcessIdentity process, String application) {
			return GuardRecordLines.bytewise("nonce=" + process.nonce() + "\n" + "pid=" + process.pid() + "\n"
					+ "start=" + process.startTicks() + "\n" + "boot=" + process.bootId() + "\n" + "namespaces="
					+ process.namespaces() + "\n" + "host=" + printable(process.host()) + "\n" + "application="
					+ printable(application) + "\n");
		}

		private static Writer parse(String text) {
			GuardRecordLines lines = new GuardRecordLines(text);
			ProcessIdentity process = new ProcessIdentity(lines.value("nonce="), lines.number("pid="),
					lines.number("start="), lines.value("boot="), lines.value("namespaces="), lines.value("host="));
			Writer writer = new Writer(process.canonical(), lines.value("application="), text);
			lines.requireEnd();
			return writer;
		}

	}

}
