package io.pimlock;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A collector was at work until the wait timeout, so nothing can be staged yet. Trying
 * again later is the right answer.
 */
public final class StoreCollectingException extends StoreBusyException {

	private static final long serialVersionUID = 1L;

	private final Duration waited;

	/**
	 * Creates the exception.
	 * @param store the store's directory
	 * @param storeId the directory's name
	 * @param holder who has the lock, null if unknown
	 * @param waited how long the caller waited
	 */
	public StoreCollectingException(Path store, String storeId, @Nullable LockHolder holder, Duration waited) {
		super(store, storeId, "is being collected from", holder, "gave up after " + waited.toMillis() + " ms");
		this.waited = waited;
	}

	/**
	 * How long the caller waited.
	 * @return the time between the call and the refusal
	 */
	public Duration waited() {
		return this.waited;
	}

}
