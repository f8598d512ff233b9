package io.pimlock.file;

import java.nio.file.Path;

/**
 * A bucket's directory, and the names of its lock's files. These are not kept, since
 * there may be many held buckets.
 *
 * @param directory the absolute path, as the caller named it
 * @param identity tells the directory from every other, whatever its path: device and
 * inode, or the real path where the platform has none
 */
record Bucket(Path directory, Object identity) {

	private static final Path FLAG = Path.of(".lock");

	private static final Path GUARD = Path.of(".lock.guard");

	private static final Path STAMP = Path.of(".lock.stamp");

	private static final Path ASIDE = Path.of(".lock.dead");

	/** The directory's name. */
	String id() {
		return ConfinedPaths.id(this.directory);
	}

	/**
	 * {@code .lock}, which every kind of program understands. Exists only while the
	 * bucket is held.
	 */
	Path flag() {
		return this.directory.resolve(FLAG);
	}

	/**
	 * {@code .lock.guard}, which carries the kernel lock and the record. Never deleted.
	 */
	Path guard() {
		return this.directory.resolve(GUARD);
	}

	/**
	 * {@code .lock.stamp}, the complete pid file of the process that last held the
	 * bucket. The flag is a hard link to it.
	 */
	Path stamp() {
		return this.directory.resolve(STAMP);
	}

	/**
	 * {@code .lock.dead}, where a dead holder's flag is put for the instant in which it
	 * is looked at for the last time.
	 */
	Path aside() {
		return this.directory.resolve(ASIDE);
	}

}
