package io.pimlock.file;

import io.pimlock.LockHolder;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt to take a bucket on disk ended.
 */
sealed interface Attempt {

	/**
	 * The bucket is ours.
	 *
	 * @param claim the hold on disk
	 */
	record Claimed(BucketClaim claim) implements Attempt {
	}

	/**
	 * Another Pimlock process has the guard; by whom and for how long was not asked.
	 */
	record Taken() implements Attempt {
	}

	/**
	 * It could have been ours, but this process was the last to hold it, and another one
	 * waits.
	 */
	record Yielded() implements Attempt {
	}

	/**
	 * Somebody else has it.
	 *
	 * @param holder who, null if unknown
	 * @param fleeting whether that is likely to be over in a moment, because somebody is
	 * between two steps or merely looking
	 */
	record Busy(@Nullable LockHolder holder, boolean fleeting) implements Attempt {
	}

}
