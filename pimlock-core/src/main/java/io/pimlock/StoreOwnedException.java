package io.pimlock;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Another process owns the store. It is not waited for, because it may own it for as long
 * as it lives.
 */
public final class StoreOwnedException extends StoreBusyException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param store the store's directory
	 * @param storeId the directory's name
	 * @param holder who has the lock, null if unknown
	 */
	public StoreOwnedException(Path store, String storeId, @Nullable LockHolder holder) {
		super(store, storeId, "is owned", holder, "stop that process, or let it do the work");
	}

}
