package io.pimlock;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Somebody stages into the store, or collects from it, so nothing can be collected now.
 * Trying again later is the right answer.
 */
public final class StoreStagingException extends StoreBusyException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param store the store's directory
	 * @param storeId the directory's name
	 * @param holder who has the lock, null if unknown
	 */
	public StoreStagingException(Path store, String storeId, @Nullable LockHolder holder) {
		super(store, storeId, "is being staged into, or collected from,", holder, "collect when nobody stages");
	}

}
