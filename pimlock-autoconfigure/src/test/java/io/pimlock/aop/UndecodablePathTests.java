package io.pimlock.aop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.pimlock.annotation.BucketLocked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories whose names are bytes that are no text in any locale: a path is locked as
 * it is, not as the text that it looks like.
 */
@EnabledOnOs(OS.LINUX)
class UndecodablePathTests {

	private final RecordingLocks locks = new RecordingLocks();

	private final List<Path> seen = new ArrayList<>();

	private final Templates templates = new Aspects(this.locks).withoutRoot()
		.proxy(new Templates(() -> this.seen.addAll(this.locks.held)));

	@TempDir
	Path parent;

	private Path directory;

	@BeforeEach
	void createDirectories() throws Exception {
		this.directory = Files.createDirectory(this.parent.resolve("directory"));
		assertThat(new ProcessBuilder("sh", "-c", "cd \"$0\" && mkdir \"$(printf 'a\\344')\" \"$(printf 'a\\366')\"",
				this.directory.toString())
			.inheritIO()
			.start()
			.waitFor()).isZero();
	}

	/** JUnit cannot delete what its locale cannot name. */
	@AfterEach
	void removeDirectories() throws Exception {
		new ProcessBuilder("rm", "-rf", this.directory.toString()).start().waitFor();
	}

	@Test
	void pathArgumentsAreLockedAsTheyAre() throws Exception {
		List<Path> paths;
		try (Stream<Path> directories = Files.list(this.directory)) {
			paths = directories.toList();
		}
		assertThat(paths).hasSize(2);
		for (Path path : paths) {
			this.templates.whole(path);
			this.templates.leading(path);
		}
		assertThat(this.seen).containsExactly(paths.get(0), paths.get(0).resolve("x/1"), paths.get(1),
				paths.get(1).resolve("x/1"));
	}

	static class Templates {

		private final Runnable body;

		Templates(Runnable body) {
			this.body = body;
		}

		@BucketLocked(path = "#{#path}")
		void whole(Path path) {
			this.body.run();
		}

		@BucketLocked(path = "#{#path}/x/#{1}")
		void leading(Path path) {
			this.body.run();
		}

	}

}
