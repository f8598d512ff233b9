package io.pimlock;

import org.jspecify.annotations.Nullable;

/**
 * What all exceptions of Pimlock have in common. Messages name the bucket by its id and
 * contain no path; paths are in the accessors.
 */
public abstract class PimlockException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates an exception.
	 * @param message what happened and what the reader can do
	 * @param cause what caused it, null if nothing did
	 */
	protected PimlockException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
