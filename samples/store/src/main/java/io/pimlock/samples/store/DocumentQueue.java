package io.pimlock.samples.store;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

/**
 * What producers have stored and the owner has to take in: a file each, in the order of
 * their names.
 */
@Component
class DocumentQueue {

	private final Path directory;

	DocumentQueue(StoreProperties store) {
		this.directory = store.directory().resolve("queue");
	}

	void add(String name, StoredObject object) throws IOException {
		Files.createDirectories(this.directory);
		Instant now = Instant.now();
		Properties entry = new Properties();
		entry.setProperty("name", name);
		entry.setProperty("digest", object.digest());
		entry.setProperty("size", String.valueOf(object.size()));
		entry.setProperty("storedAt", now.toString());
		String id = String.format("%019d-%s", now.toEpochMilli(), UUID.randomUUID());
		Path temporary = this.directory.resolve(id + ".tmp");
		try (Writer writer = Files.newBufferedWriter(temporary)) {
			entry.store(writer, null);
		}
		Files.move(temporary, this.directory.resolve(id + ".properties"), StandardCopyOption.ATOMIC_MOVE);
	}

	/** The oldest first. */
	List<QueuedDocument> documents() throws IOException {
		if (!Files.isDirectory(this.directory)) {
			return List.of();
		}
		List<Path> files;
		try (Stream<Path> all = Files.list(this.directory)) {
			files = all.filter((file) -> file.toString().endsWith(".properties")).sorted().toList();
		}
		List<QueuedDocument> documents = new ArrayList<>();
		for (Path file : files) {
			try (Reader reader = Files.newBufferedReader(file)) {
				Properties entry = new Properties();
				entry.load(reader);
				documents.add(new QueuedDocument(file, entry.getProperty("name"),
						new StoredObject(entry.getProperty("digest"), Long.parseLong(entry.getProperty("size"))),
						Instant.parse(entry.getProperty("storedAt"))));
			}
			catch (NoSuchFileException ex) {
				// taken in meanwhile
			}
		}
		return documents;
	}

	void remove(QueuedDocument document) throws IOException {
		Files.deleteIfExists(document.file());
	}

}
