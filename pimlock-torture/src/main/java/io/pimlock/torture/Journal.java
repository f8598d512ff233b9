package io.pimlock.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.pimlock.torture.JournalLine.Event;

/**
 * Appends to the journal that all processes share.
 */
final class Journal implements AutoCloseable {

	private final FileChannel channel;

	Journal(Path file) throws IOException {
		this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
	}

	void write(JournalLine line) {
		ByteBuffer bytes = ByteBuffer.wrap(line.format().getBytes(StandardCharsets.US_ASCII));
		try {
			int size = bytes.remaining();
			if (this.channel.write(bytes) != size) {
				throw new IOException("The journal took only a part of a line");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** What the referee has to say about a worker. */
	void note(Event event, String worker, int incarnation, String text) {
		write(new JournalLine(event, worker, incarnation, 0, 0, System.nanoTime(), JournalLine.NONE, -1, -1, text));
	}

	@Override
	public void close() throws IOException {
		this.channel.close();
	}

}
