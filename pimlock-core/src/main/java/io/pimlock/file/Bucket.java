package io.pimlock.file;

import java.nio.file.Path;

/**
 * A bucket's directory and the files of its lock.
 *
 * @param directory the absolute path, as the caller named it
 * @param id the directory's name
 * @param identity tells the directory from every other, whatever its path: device and
 * inode, or the real path where the platform has none
 * @param flag {@code .lock}, which every kind of program understands; exists only while
 * the bucket is held
 * @param guard {@code .lock.guard}, which carries the kernel lock and the record; never
 * deleted
 * @param stamp {@code .lock.stamp}, the complete pid file of the process that last held
 * the bucket; the flag is a hard link to it
 * @param aside {@code .lock.dead}, where a dead holder's flag is put for the instant in
 * which it is looked at for the last time
 */
record Bucket(Path directory, String id, Object identity, Path flag, Path guard, Path stamp, Path aside) {

	Bucket(Path directory, Object identity) {
		this(directory, ConfinedPaths.id(directory), identity, directory.resolve(".lock"),
				directory.resolve(".lock.guard"), directory.resolve(".lock.stamp"), directory.resolve(".lock.dead"));
	}

}
