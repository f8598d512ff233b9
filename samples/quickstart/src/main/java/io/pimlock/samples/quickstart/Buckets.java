package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import jakarta.annotation.PostConstruct;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The directories below the root. Pimlock locks directories and never creates one, so
 * that creating them is the application's part, before it locks.
 */
@Component
class Buckets {

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

	private final Path root;

	Buckets(@Value("${pimlock.root}") String root) {
		this.root = Path.of(root).toAbsolutePath();
	}

	@PostConstruct
	void createRoot() throws IOException {
		Files.createDirectories(this.root);
	}

	/**
	 * The directory of a bucket, which need not exist.
	 */
	Path directory(String bucket) {
		if (!NAME.matcher(bucket).matches()) {
			throw LedgerRequestException.invalidBucketName(bucket);
		}
		return this.root.resolve(bucket);
	}

	/**
	 * The directory of a bucket that has to be there.
	 */
	Path existingDirectory(String bucket) {
		Path directory = directory(bucket);
		if (!Files.isDirectory(directory)) {
			throw LedgerRequestException.unknownBucket(bucket);
		}
		return directory;
	}

	/**
	 * Creates the directory of a bucket unless it is there.
	 */
	void create(String bucket) {
		Path directory = directory(bucket);
		try {
			Files.createDirectories(directory);
		}
		catch (FileAlreadyExistsException ex) {
			// Not a directory: the lock refuses it, and knows best what it is.
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
