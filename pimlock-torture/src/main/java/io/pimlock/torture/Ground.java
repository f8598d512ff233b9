package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory of a run and what is where in it. The buckets contain nothing but what
 * the locks put there.
 *
 * @param directory the directory
 */
record Ground(Path directory) {

	static Ground create(Path directory, int buckets) throws IOException {
		Ground ground = new Ground(directory.toAbsolutePath());
		Files.createDirectories(ground.markers());
		Files.createDirectories(ground.logs());
		for (Path bucket : ground.buckets(buckets)) {
			Files.createDirectories(bucket);
		}
		Files.createFile(ground.journal());
		return ground;
	}

	Path journal() {
		return this.directory.resolve("journal.txt");
	}

	Path buckets() {
		return this.directory.resolve("buckets");
	}

	Path markers() {
		return this.directory.resolve("markers");
	}

	Path logs() {
		return this.directory.resolve("logs");
	}

	Path log(String worker) {
		return logs().resolve(worker + ".log");
	}

	/** Where the worker locks once to have loaded everything. */
	Path rehearsal(String worker) {
		return this.directory.resolve("rehearsals").resolve(worker);
	}

	List<Path> buckets(int count) {
		List<Path> buckets = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			buckets.add(buckets().resolve("bucket-" + i));
		}
		return buckets;
	}

	Path marker(Path bucket) {
		return markers().resolve(bucket.getFileName());
	}

}
