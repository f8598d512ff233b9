package io.pimlock.kernel;

import io.pimlock.NativeAccessException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses what the C library is called through: the Foreign Function API where the JVM
 * has it, JNA otherwise.
 */
final class NativeBindings {

	static final String ACCESS_DENIED = "This JVM denies access to native code; allow it with "
			+ "--enable-native-access=ALL-UNNAMED, or with Enable-Native-Access: ALL-UNNAMED in the manifest of the "
			+ "executable jar";

	private static final Logger logger = LoggerFactory.getLogger(NativeBindings.class);

	/** The release in which the Foreign Function API became final (JEP 454). */
	private static final int FOREIGN_SINCE = 22;

	private static volatile @Nullable LibC bound;

	private NativeBindings() {
	}

	/**
	 * The C library, bound at the first call.
	 * @throws NativeAccessException if it cannot be called
	 */
	static LibC libC() {
		LibC current = bound;
		if (current == null) {
			current = bind(Runtime.version().feature());
			bound = current;
			logger.debug("Native code is called through {}", current.getClass().getSimpleName());
		}
		return current;
	}

	private static LibC bind(int javaVersion) {
		if (javaVersion >= FOREIGN_SINCE) {
			try {
				return new ForeignLibC();
			}
			catch (LinkageError | RuntimeException ex) {
				Throwable cause = (ex instanceof ExceptionInInitializerError && ex.getCause() != null) ? ex.getCause()
						: ex;
				if (cause instanceof IllegalCallerException) {
					throw new NativeAccessException(ACCESS_DENIED + " (" + cause.getMessage() + ")", cause);
				}
				logger.debug("The Foreign Function API cannot be used, trying JNA", cause);
			}
		}
		return new JnaLibC();
	}

}
