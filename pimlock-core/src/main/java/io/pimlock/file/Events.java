package io.pimlock.file;

import java.util.List;
import java.util.function.Consumer;

import io.pimlock.LockListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners what happened. What they throw stays here.
 */
final class Events {

	private static final Logger logger = LoggerFactory.getLogger(Events.class);

	private Events() {
	}

	static void tell(List<LockListener> listeners, Consumer<LockListener> event) {
		for (LockListener listener : listeners) {
			try {
				event.accept(listener);
			}
			catch (Throwable ex) {
				logger.warn("Lock listener {} failed; the lock is not affected", listener.getClass().getName(), ex);
			}
		}
	}

}
