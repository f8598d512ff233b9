package io.pimlock.kernel;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Tells of what happens to files, so that nobody has to look again and again. May miss
 * things, on a network filesystem all of what others do: whoever waits looks now and then
 * all the same.
 */
public interface FileEvents {

	/** Where there are no events. */
	FileEvents NONE = new FileEvents() {

		@Override
		public @Nullable Watch watchClosing(Path file, Runnable listener) {
			return null;
		}

		@Override
		public @Nullable Watch watchRemoval(Path file, Runnable listener) {
			return null;
		}

	};

	/**
	 * Watches for a file to be closed by somebody who could write it, which includes the
	 * death of such a process.
	 * @param file the file
	 * @param listener is run soon after that, on a thread of all listeners: it must not
	 * block
	 * @return the watch, or null if that cannot be watched
	 */
	@Nullable Watch watchClosing(Path file, Runnable listener);

	/**
	 * Watches for a file to be removed or renamed.
	 * @param file the file, which need not exist
	 * @param listener is run soon after that, on a thread of all listeners: it must not
	 * block
	 * @return the watch, or null if that cannot be watched
	 */
	@Nullable Watch watchRemoval(Path file, Runnable listener);

	/**
	 * A listener's registration.
	 */
	interface Watch extends AutoCloseable {

		/**
		 * Ends it; the listener may be running for the last time.
		 */
		@Override
		void close();

	}

}
