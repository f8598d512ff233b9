package io.pimlock.kernel;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * What a name or a descriptor stands for.
 *
 * @param identity tells two files apart that exist at the same time: device and inode, or
 * the real path where the platform has none; compare with equals
 * @param type what kind of node it is
 * @param size its size in bytes
 * @param modified when its content last changed
 */
public record FileStatus(Object identity, Type type, long size, Instant modified) {

	static FileStatus of(BasicFileAttributes attributes, Path file) {
		Object key = attributes.fileKey();
		Object identity = (key != null) ? key : file.toAbsolutePath().normalize();
		Type type;
		if (attributes.isRegularFile()) {
			type = Type.REGULAR;
		}
		else if (attributes.isDirectory()) {
			type = Type.DIRECTORY;
		}
		else if (attributes.isSymbolicLink()) {
			type = Type.SYMBOLIC_LINK;
		}
		else {
			type = Type.OTHER;
		}
		return new FileStatus(identity, type, attributes.size(), attributes.lastModifiedTime().toInstant());
	}

	/**
	 * Whether both stand for the same file.
	 * @param other the other status
	 * @return true if they do
	 */
	public boolean isSameFileAs(FileStatus other) {
		return this.identity.equals(other.identity);
	}

	/**
	 * Whether it is a regular file.
	 * @return true if it is
	 */
	public boolean isRegular() {
		return this.type == Type.REGULAR;
	}

	/**
	 * Kinds of nodes.
	 */
	public enum Type {

		/** A regular file. */
		REGULAR("a regular file"),

		/** A directory. */
		DIRECTORY("a directory"),

		/** A symbolic link, wherever it leads. */
		SYMBOLIC_LINK("a symbolic link"),

		/** A FIFO, a socket, a device. */
		OTHER("a special file");

		private final String description;

		Type(String description) {
			this.description = description;
		}

		/**
		 * The kind in words.
		 * @return a noun with its article
		 */
		public String description() {
			return this.description;
		}

	}

}
