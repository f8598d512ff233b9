package io.pimlock.benchmarks.contender;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A lock of a file channel, polled for.
 */
final class FileChannelContender implements Contender {

	private final Path file;

	private @Nullable FileChannel channel;

	FileChannelContender(Path file) {
		this.file = file;
	}

	@Override
	public void lock() throws IOException, InterruptedException {
		FileChannel opened = FileChannel.open(this.file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		while (opened.tryLock() == null) {
			Poll.pause();
		}
		this.channel = opened;
	}

	@Override
	public void unlock() throws IOException {
		Objects.requireNonNull(this.channel).close();
	}

}
