package io.pimlock.kernel;

import java.util.Locale;

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

	private static volatile @Nullable NativeBindings bound;

	private final NativeCalls calls;

	private final boolean linux;

	private NativeBindings(NativeCalls calls, boolean linux) {
		this.calls = calls;
		this.linux = linux;
	}

	/**
	 * The bindings, made at the first call.
	 * @throws NativeAccessException if the C library cannot be called
	 */
	private static NativeBindings get() {
		NativeBindings current = bound;
		if (current == null) {
			NativeFunctions functions = bind(Runtime.version().feature());
			current = new NativeBindings(new NativeCalls(functions), bindLinux(functions));
			bound = current;
			logger.debug("Native code is called through {}", functions.getClass().getSimpleName());
		}
		return current;
	}

	/**
	 * The C library.
	 * @throws NativeAccessException if it cannot be called
	 */
	static LibC libC() {
		return get().calls;
	}

	/**
	 * What only Linux has, null where that is not to be had.
	 * @throws NativeAccessException if the C library cannot be called
	 */
	static @Nullable LinuxCalls linux() {
		NativeBindings bindings = get();
		return bindings.linux ? bindings.calls : null;
	}

	static NativeFunctions bind(int javaVersion) {
		if (javaVersion >= FOREIGN_SINCE) {
			try {
				return new ForeignFunctions();
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
		return new JnaFunctions();
	}

	private static boolean bindLinux(NativeFunctions functions) {
		if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux")) {
			return false;
		}
		try {
			functions.bindLinux();
			return true;
		}
		catch (LinkageError | RuntimeException ex) {
			logger.debug("The C library lacks functions; Pimlock does without them", ex);
			return false;
		}
	}

}
