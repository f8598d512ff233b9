package io.pimlock.torture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Reads the journal in one pass while it grows, a whole line at a time.
 */
final class JournalFollower implements AutoCloseable {

	private final FileChannel channel;

	private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

	private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);

	private long torn;

	JournalFollower(Path file) throws IOException {
		this.channel = FileChannel.open(file, StandardOpenOption.READ);
	}

	/**
	 * Passes on what has been added since the last call.
	 */
	void read(Consumer<JournalLine> consumer) throws IOException {
		while (this.channel.read(this.buffer.clear()) > 0) {
			this.buffer.flip();
			while (this.buffer.hasRemaining()) {
				byte next = this.buffer.get();
				if (next != '\n') {
					this.line.write(next);
				}
				else if (this.line.size() > 0) {
					pass(this.line.toString(StandardCharsets.US_ASCII), consumer);
					this.line.reset();
				}
			}
		}
	}

	private void pass(String text, Consumer<JournalLine> consumer) {
		JournalLine parsed = JournalLine.parse(text);
		if (parsed != null) {
			consumer.accept(parsed);
		}
		else {
			this.torn++;
		}
	}

	/**
	 * How many lines were not whole.
	 */
	long torn() {
		return this.torn;
	}

	@Override
	public void close() throws IOException {
		this.channel.close();
	}

}
