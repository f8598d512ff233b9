package io.pimlock.autoconfigure;

import io.pimlock.kernel.LockFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Binds the native functions while the application context is still being prepared, on
 * another thread, so that the first bean that needs them does not wait for it. Whatever
 * goes wrong is left to that bean, which meets it again.
 */
class NativeAccessPreinitializer implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(NativeAccessPreinitializer.class);

	private final Runnable initialization;

	NativeAccessPreinitializer() {
		this(LockFiles::system);
	}

	NativeAccessPreinitializer(Runnable initialization) {
		this.initialization = initialization;
	}

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		boolean wanted = event.getEnvironment().getProperty("pimlock.enabled", Boolean.class, true);
		if (wanted && Runtime.getRuntime().availableProcessors() > 1) {
			Thread thread = new Thread(this::initialize, "pimlock-preinit");
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void initialize() {
		try {
			this.initialization.run();
		}
		catch (RuntimeException | LinkageError ex) {
			logger.debug("Native functions could not be bound ahead of time", ex);
		}
	}

}
