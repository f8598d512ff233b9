package io.pimlock.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import io.pimlock.LockListener;
import io.pimlock.file.PimlockOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The engine's settings as the properties have them at the moment.
 */
final class EngineOptions implements Supplier<PimlockOptions> {

	private final PimlockProperties properties;

	private final @Nullable String application;

	/**
	 * Looked up when the first lock is taken, so that a listener may itself depend on the
	 * engine.
	 */
	private final Supplier<List<LockListener>> listeners;

	EngineOptions(PimlockProperties properties, @Nullable String application, ObjectProvider<LockListener> listeners) {
		this.properties = properties;
		this.application = application;
		this.listeners = SingletonSupplier.of(() -> listeners.orderedStream().toList());
	}

	@Override
	public PimlockOptions get() {
		return new PimlockOptions(this.properties.getWaitTimeout(), this.properties.getPollInterval(),
				this.properties.getMalformedGrace(), this.properties.rootPath(), this.properties.permissions(),
				this.properties.getHandOverLimit(), this.application, this.listeners.get());
	}

}
