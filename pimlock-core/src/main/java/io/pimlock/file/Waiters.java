package io.pimlock.file;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.pimlock.LockKind;
import io.pimlock.WaitingLock;

/**
 * The threads that wait through one engine.
 */
final class Waiters {

	private final Map<Object, WaitingLock> waiting = new ConcurrentHashMap<>();

	/**
	 * Lists the calling thread until the entry is closed.
	 */
	Entry enter(Bucket bucket) {
		Entry entry = new Entry(this.waiting);
		this.waiting.put(entry, new WaitingLock(LockKind.BUCKET, bucket.id(), bucket.directory(),
				Thread.currentThread().getName(), Instant.now()));
		return entry;
	}

	List<WaitingLock> list() {
		return this.waiting.values().stream().sorted(Comparator.comparing(WaitingLock::since)).toList();
	}

	/**
	 * One waiting thread.
	 */
	static final class Entry implements AutoCloseable {

		private final Map<Object, WaitingLock> waiting;

		private Entry(Map<Object, WaitingLock> waiting) {
			this.waiting = waiting;
		}

		@Override
		public void close() {
			this.waiting.remove(this);
		}

	}

}
