package io.pimlock;

import org.jspecify.annotations.Nullable;

/**
 * Native code cannot be called here, so there is no kernel lock and nothing can be locked
 * safely. The message says what to set. Nothing was acquired.
 */
public final class NativeAccessException extends PimlockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what is missing and what to set
	 * @param cause what the JVM said, null if nothing
	 */
	public NativeAccessException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
