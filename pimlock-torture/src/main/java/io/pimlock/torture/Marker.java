package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Shows who is inside a bucket, independently of any lock: a symbolic link whose text
 * names its owner. Like a directory it can be made only once, but it never exists without
 * its text, so that a process killed at any moment leaves either nothing or its full
 * name. Whoever meets a marker is alone only if the process that it names does not run
 * any more.
 */
final class Marker {

	static final String LEFT = "somebody-who-left";

	private final Path link;

	private final String me;

	/**
	 * Creates the marker's view of one worker thread.
	 * @param link where it is
	 * @param actor the thread, which must not contain a colon
	 * @param process its process
	 */
	Marker(Path link, String actor, RunningProcess process) {
		this.link = link;
		this.me = actor + ":" + process.pid() + ":" + process.startTicks();
	}

	/**
	 * Puts the marker.
	 * @return null if nobody else was inside, otherwise who was; then it was not put
	 */
	@Nullable String put() throws IOException {
		try {
			create();
			return null;
		}
		catch (FileAlreadyExistsException ex) {
			// whose is it?
		}
		try {
			String owner = Files.readSymbolicLink(this.link).toString();
			if (process(owner).runs()) {
				return owner;
			}
			Files.delete(this.link);
			create();
			return null;
		}
		catch (NoSuchFileException | FileAlreadyExistsException ex) {
			// a dead one does not take it away: somebody else did just now
			return LEFT;
		}
	}

	private void create() throws IOException {
		Files.createSymbolicLink(this.link, Path.of(this.me));
	}

	/**
	 * Takes the marker away.
	 * @return null if it was still there, otherwise who replaced it
	 */
	@Nullable String take() throws IOException {
		try {
			String owner = Files.readSymbolicLink(this.link).toString();
			if (!owner.equals(this.me)) {
				return owner;
			}
			Files.delete(this.link);
			return null;
		}
		catch (NoSuchFileException ex) {
			return LEFT;
		}
	}

	private static RunningProcess process(String owner) {
		String[] parts = owner.split(":", -1);
		return new RunningProcess(Long.parseLong(parts[1]), parts[2]);
	}

}
