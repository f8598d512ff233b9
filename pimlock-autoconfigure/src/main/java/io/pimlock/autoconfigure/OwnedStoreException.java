package io.pimlock.autoconfigure;

import java.nio.file.Path;

import io.pimlock.PimlockException;
import org.jspecify.annotations.Nullable;

/**
 * A store that the application is to own cannot be owned.
 */
final class OwnedStoreException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final transient Path store;

	private final PimlockException reason;

	OwnedStoreException(Path store, PimlockException cause) {
		super("A store in pimlock.owned-stores cannot be owned: " + cause.getMessage(), cause);
		this.store = store;
		this.reason = cause;
	}

	/** Where a configured path leads. */
	static Path locate(Path store, @Nullable Path root) {
		return ((root != null) ? root.toAbsolutePath().resolve(store) : store.toAbsolutePath()).normalize();
	}

	PimlockException reason() {
		return this.reason;
	}

	/** Where it is, or should be. */
	Path store() {
		return this.store;
	}

}
