package io.pimlock.file;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out fencing tokens: one rising counter for all buckets of this process, so that
 * no state per bucket is needed. A bucket's record carries the upper bound of what was
 * reserved there; a process that takes a bucket over starts above that bound, and never
 * below the current time in microseconds, so that losing the record does not send the
 * tokens back.
 * <p>
 * A block is small on purpose: bounds run ahead of the clock by at most one block per
 * change of process, and those take longer than {@value #BLOCK} microseconds.
 */
final class FencingTokens {

	static final FencingTokens PROCESS = new FencingTokens();

	static final long BLOCK = 64;

	private final AtomicLong last = new AtomicLong();

	/**
	 * The next token of a bucket that this process was the last to hold.
	 */
	long next() {
		return this.last.incrementAndGet();
	}

	/**
	 * The next token of a bucket that another process may have held.
	 * @param bound the bound in the bucket's record, 0 if there is none
	 */
	long nextAbove(long bound) {
		long floor = Math.max(bound, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
		return this.last.updateAndGet((current) -> Math.max(current, floor) + 1);
	}

	/**
	 * The bound of the block that starts with a token.
	 */
	static long boundFrom(long token) {
		return token + BLOCK - 1;
	}

}
