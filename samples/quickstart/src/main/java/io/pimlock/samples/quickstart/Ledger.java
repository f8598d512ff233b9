package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.annotation.BucketLocked;

import org.springframework.stereotype.Service;

/**
 * Keeps one ledger per bucket. Two instances of the application on one root never hand
 * out a number twice, because whoever reads the last number holds the bucket until the
 * next one is written.
 */
@Service
class Ledger {

	private final Buckets buckets;

	private final BucketLockService locks;

	private final long pid = ProcessHandle.current().pid();

	Ledger(Buckets buckets, BucketLockService locks) {
		this.buckets = buckets;
		this.locks = locks;
	}

	/**
	 * Appends an entry to a bucket's ledger. When the annotation has the bucket,
	 * acquiring it again costs no wait: it yields another handle on the same hold, which
	 * knows the fencing token.
	 */
	@BucketLocked(path = "#{#bucket}")
	public AppendedEntry append(String bucket, String text) {
		Path directory = this.buckets.directory(bucket);
		try (BucketLock lock = this.locks.acquire(directory)) {
			LedgerEntry entry = new LedgerFile(directory).append(this.pid, text);
			return new AppendedEntry(entry.number(), entry.pid(), entry.text(), lock.fencingToken());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Keeps a bucket for a while and does nothing with it, so that others have to wait.
	 */
	@BucketLocked(path = "#{#bucket}")
	public Hold hold(String bucket, Duration duration) {
		try (BucketLock lock = this.locks.acquire(this.buckets.directory(bucket))) {
			long start = System.nanoTime();
			sleep(duration);
			long held = Duration.ofNanos(System.nanoTime() - start).toMillis();
			return new Hold(bucket, this.pid, lock.fencingToken(), held);
		}
	}

	/**
	 * Lists a bucket's entries, without the lock.
	 */
	public List<LedgerEntry> entries(String bucket) {
		try {
			return new LedgerFile(this.buckets.existingDirectory(bucket)).entries();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void sleep(Duration duration) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			// The application is shutting down: let go early.
			Thread.currentThread().interrupt();
		}
	}

}
