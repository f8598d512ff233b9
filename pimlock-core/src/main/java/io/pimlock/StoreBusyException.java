package io.pimlock;

import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Somebody else has the store's lock. The caller holds nothing that it did not hold
 * before. Which lock it is, and so what to do about it, the subclasses tell.
 */
public abstract sealed class StoreBusyException extends PimlockException
		permits StoreOwnedException, StoreStagingException, StoreCollectingException {

	private static final long serialVersionUID = 1L;

	private final String store;

	private final transient @Nullable LockHolder holder;

	StoreBusyException(Path store, String storeId, String what, @Nullable LockHolder holder, String otherwise) {
		super("Store '" + storeId + "' " + what + " by " + ((holder != null) ? holder.describe() : "another process")
				+ "; " + otherwise, null);
		this.store = store.toString();
		this.holder = holder;
	}

	/**
	 * The store's directory.
	 * @return the absolute path
	 */
	public Path store() {
		return Path.of(this.store);
	}

	/**
	 * Who has the lock.
	 * @return what the kernel tells of one of its holders, empty if it does not, or after
	 * deserialization
	 */
	public Optional<LockHolder> holder() {
		return Optional.ofNullable(this.holder);
	}

}
