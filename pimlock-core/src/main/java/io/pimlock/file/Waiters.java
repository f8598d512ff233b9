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
	 * An acquisition of the calling thread, not listed until it begins to wait.
	 */
	Entry entry(LockKind kind, Bucket bucket) {
		return new Entry(this.waiting, kind, bucket);
	}

	List<WaitingLock> list() {
		return this.waiting.values().stream().sorted(Comparator.comparing(WaitingLock::since)).toList();
	}

	/**
	 * One thread that may have to wait.
	 */
	static final class Entry implements AutoCloseable {

		private final Map<Object, WaitingLock> waiting;

		private final LockKind kind;

		private final Bucket bucket;

		private boolean listed;

		private Entry(Map<Object, WaitingLock> waiting, LockKind kind, Bucket bucket) {
			this.waiting = waiting;
			this.kind = kind;
			this.bucket = bucket;
		}

		/**
		 * Lists the calling thread until the entry is closed, whatever it waits for.
		 */
		void begin() {
			if (!this.listed) {
				this.listed = true;
				this.waiting.put(this, new WaitingLock(this.kind, this.bucket.id(), this.bucket.directory(),
						Thread.currentThread().getName(), Instant.now()));
			}
		}

		@Override
		public void close() {
			if (this.listed) {
				this.waiting.remove(this);
				this.listed = false;
			}
		}

	}

}
