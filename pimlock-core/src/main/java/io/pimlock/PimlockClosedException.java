package io.pimlock;

/**
 * The engine was closed, usually because the application is shutting down. The caller
 * holds nothing.
 */
public final class PimlockClosedException extends PimlockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 */
	public PimlockClosedException() {
		super("Pimlock is closed, usually because the application is shutting down; nothing can be locked any more",
				null);
	}

}
