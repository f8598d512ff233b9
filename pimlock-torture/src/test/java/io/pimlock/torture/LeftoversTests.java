package io.pimlock.torture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.pimlock.torture.JournalLine.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What must not be left when everybody is gone.
 */
class LeftoversTests {

	private final Tally tally = new Tally();

	@TempDir
	Path directory;

	private Ground ground;

	private Path bucket;

	@BeforeEach
	void createGround() throws Exception {
		this.ground = Ground.create(this.directory, 1);
		this.bucket = this.ground.buckets(1).get(0);
	}

	private long leftovers() throws Exception {
		new Leftovers(this.ground, this.tally).check(List.of(this.bucket));
		return this.tally.count(Problem.LEFT_OVER);
	}

	@Test
	void freeBucketIsClean() throws Exception {
		assertThat(leftovers()).isZero();
		assertThat(leftovers()).isZero();
	}

	@Test
	void seesADeadHoldersFlag() throws Exception {
		Files.writeString(this.bucket.resolve(".lock"), Integer.MAX_VALUE + "\n");
		assertThat(leftovers()).isEqualTo(1);
	}

	@Test
	void seesALockThatCannotBeTaken() throws Exception {
		Files.writeString(this.bucket.resolve(".lock"), ProcessHandle.current().parent().orElseThrow().pid() + "\n");
		assertThat(leftovers()).isEqualTo(3);
		assertThat(this.tally.examples()).anyMatch((text) -> text.contains("a lock that nobody holds"));
	}

	@Test
	void seesAStrangeFileAndAMarker() throws Exception {
		Files.createFile(this.bucket.resolve(".lock.tmp"));
		Files.createSymbolicLink(this.ground.marker(this.bucket), Path.of("jvm-0.1.0:1:1"));
		assertThat(leftovers()).isEqualTo(4);
	}

	@Test
	void seesLeakedDescriptors() {
		Descriptors descriptors = new Descriptors();
		descriptors.accept(new JournalLine(Event.READY, "jvm-0", 1, 0, 42, 1, "-", 2, -1, "-"));
		descriptors.check("jvm-0", List.of("/dev/null", "pipe:[1]", "pipe:[2]"), this.ground, this.tally);
		assertThat(this.tally.count(Problem.LEFT_OVER)).isZero();
		descriptors.check("jvm-0", List.of("/dev/null", this.bucket.resolve(".lock.guard").toString()), this.ground,
				this.tally);
		assertThat(this.tally.count(Problem.LEFT_OVER)).isEqualTo(1);
		descriptors.check("jvm-0", List.of("a", "b", "c", "d", "e", "f"), this.ground, this.tally);
		assertThat(this.tally.count(Problem.LEFT_OVER)).isEqualTo(2);
	}

}
