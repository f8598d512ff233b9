package io.pimlock.benchmarks.contender;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NativeFSLockFactory;
import org.jspecify.annotations.Nullable;

/**
 * The write lock of an index, polled for.
 */
final class LuceneContender implements Contender {

	private final Directory index;

	private @Nullable Lock held;

	LuceneContender(Path directory) throws IOException {
		this.index = FSDirectory.open(directory, NativeFSLockFactory.INSTANCE);
	}

	@Override
	public void lock() throws IOException, InterruptedException {
		while (true) {
			try {
				this.held = this.index.obtainLock("write.lock");
				return;
			}
			catch (LockObtainFailedException ex) {
				Poll.pause();
			}
		}
	}

	@Override
	public void unlock() throws IOException {
		Objects.requireNonNull(this.held).close();
	}

	@Override
	public void close() throws IOException {
		this.index.close();
	}

}
