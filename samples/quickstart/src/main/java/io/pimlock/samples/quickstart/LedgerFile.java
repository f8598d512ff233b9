package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A bucket's {@code ledger.txt}: one entry per line. A line counts once it ends with a
 * line feed; what a writer left behind that died in the middle of a line is no entry, and
 * the next writer removes it.
 */
final class LedgerFile {

	private final Path file;

	LedgerFile(Path bucket) {
		this.file = bucket.resolve("ledger.txt");
	}

	/**
	 * Lists the entries. Needs no lock: entries are only ever added.
	 */
	List<LedgerEntry> entries() throws IOException {
		return parse(completeLines());
	}

	/**
	 * Adds an entry with the next number. The caller holds the bucket.
	 */
	LedgerEntry append(long pid, String text) throws IOException {
		byte[] lines = completeLines();
		List<LedgerEntry> entries = parse(lines);
		long last = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).number();
		LedgerEntry entry = new LedgerEntry(last + 1, pid, text);
		write(entry, lines.length);
		return entry;
	}

	private void write(LedgerEntry entry, long position) throws IOException {
		try (FileChannel channel = FileChannel.open(this.file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.truncate(position);
			channel.position(position);
			ByteBuffer line = StandardCharsets.UTF_8.encode(entry.toLine());
			while (line.hasRemaining()) {
				channel.write(line);
			}
			// On disk before anybody is told of the number.
			channel.force(false);
		}
	}

	private byte[] completeLines() throws IOException {
		byte[] content = content();
		int end = content.length;
		while (end > 0 && content[end - 1] != '\n') {
			end--;
		}
		return Arrays.copyOf(content, end);
	}

	private byte[] content() throws IOException {
		try {
			return Files.readAllBytes(this.file);
		}
		catch (NoSuchFileException ex) {
			return new byte[0];
		}
	}

	private static List<LedgerEntry> parse(byte[] lines) throws IOException {
		List<LedgerEntry> entries = new ArrayList<>();
		int start = 0;
		for (int i = 0; i < lines.length; i++) {
			if (lines[i] == '\n') {
				entries.add(LedgerEntry.parse(new String(lines, start, i - start, StandardCharsets.UTF_8)));
				start = i + 1;
			}
		}
		return entries;
	}

}
