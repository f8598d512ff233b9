package io.pimlock.file;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The slots of this process, by the identity of the directory. A slot exists while
 * somebody refers to it, so that buckets which are not in use leave nothing behind.
 */
final class SlotTable {

	/**
	 * One table for all engines of this JVM, because they are one process to everybody
	 * else.
	 */
	static final SlotTable PROCESS = new SlotTable();

	private final Map<Object, Slot> slots = new ConcurrentHashMap<>();

	Slot enter(Bucket bucket) {
		return this.slots.compute(bucket.identity(), (identity, slot) -> {
			Slot entered = (slot != null) ? slot : new Slot();
			entered.users++;
			return entered;
		});
	}

	void leave(Bucket bucket) {
		this.slots.computeIfPresent(bucket.identity(), (identity, slot) -> (--slot.users == 0) ? null : slot);
	}

	/**
	 * Frees the slot of a hold that has ended, for the next thread in the queue.
	 */
	void end(Hold hold) {
		Slot slot = this.slots.get(hold.bucket().identity());
		if (slot != null) {
			slot.pass();
			leave(hold.bucket());
		}
	}

	/**
	 * Whether a thread of this process queues for what a hold has.
	 */
	boolean isAwaited(Hold hold) {
		Slot slot = this.slots.get(hold.bucket().identity());
		return slot != null && slot.isAwaited();
	}

	/**
	 * Passes the slot of a hold that has ended on, together with the hold on disk.
	 * @return false if nobody queues who would take it; then nothing has changed
	 */
	boolean handOver(Hold hold, BucketClaim successor) {
		Slot slot = this.slots.get(hold.bucket().identity());
		if (slot == null) {
			return false;
		}
		try {
			return slot.handOver(hold.claim(), successor);
		}
		finally {
			if (hold.claim().isPassedOn()) {
				leave(hold.bucket());
			}
		}
	}

	/**
	 * Who holds a bucket in this process.
	 * @return the hold, or null if nobody does
	 */
	@Nullable Hold hold(Bucket bucket) {
		Slot slot = this.slots.get(bucket.identity());
		return (slot != null) ? slot.hold() : null;
	}

	Collection<Slot> slots() {
		return this.slots.values();
	}

	int size() {
		return this.slots.size();
	}

}
