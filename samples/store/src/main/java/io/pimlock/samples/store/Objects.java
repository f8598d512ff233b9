package io.pimlock.samples.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

import io.pimlock.StoreLock;

import org.springframework.stereotype.Component;

/**
 * The bodies, by the digest of their content: {@code objects/ab/cdef...}. A body that
 * nothing refers to is garbage, and one that is just being written looks like it; so both
 * methods that change something are for those who have locked the store.
 */
@Component
class Objects {

	private final Path directory;

	Objects(StoreProperties store) {
		this.directory = store.directory().resolve("objects");
	}

	/** Adds a body, for a producer. */
	StoredObject put(InputStream body) throws IOException {
		Files.createDirectories(this.directory);
		Path temporary = Files.createTempFile(this.directory, "incoming", ".tmp");
		try {
			MessageDigest digest = sha256();
			long size;
			try (OutputStream file = new DigestOutputStream(Files.newOutputStream(temporary), digest)) {
				size = body.transferTo(file);
			}
			StoredObject object = new StoredObject(HexFormat.of().formatHex(digest.digest()), size);
			Path target = path(object.digest());
			Files.createDirectories(target.getParent());
			Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			return object;
		}
		finally {
			Files.deleteIfExists(temporary);
		}
	}

	/**
	 * Removes everything else, for a collector.
	 * @param referenced the digests that something refers to
	 * @param lock what keeps producers away
	 * @return how many files were removed
	 */
	int retain(Set<String> referenced, StoreLock lock) throws IOException {
		int removed = 0;
		if (!Files.isDirectory(this.directory)) {
			return removed;
		}
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(this.directory)) {
			for (Path entry : entries) {
				if (Files.isDirectory(entry)) {
					removed += retainIn(entry, referenced, lock);
				}
				else {
					// of a producer that was killed
					removed += remove(entry, lock);
				}
			}
		}
		return removed;
	}

	private static int retainIn(Path shard, Set<String> referenced, StoreLock lock) throws IOException {
		int removed = 0;
		try (DirectoryStream<Path> files = Files.newDirectoryStream(shard)) {
			for (Path file : files) {
				if (!referenced.contains(shard.getFileName().toString() + file.getFileName())) {
					removed += remove(file, lock);
				}
			}
		}
		return removed;
	}

	/**
	 * When the application ends, it gives its locks back, and may not wait for a
	 * collection that takes long.
	 */
	private static int remove(Path file, StoreLock lock) throws IOException {
		if (!lock.isIntact()) {
			throw new InterruptedIOException("The store is not locked any more");
		}
		return Files.deleteIfExists(file) ? 1 : 0;
	}

	Path path(String digest) {
		return this.directory.resolve(digest.substring(0, 2)).resolve(digest.substring(2));
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
