package io.pimlock.torture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.torture.JournalLine.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writing and following a journal.
 */
class JournalTests {

	@TempDir
	Path directory;

	@Test
	void lineSurvivesWritingAndReading() {
		JournalLine line = new JournalLine(Event.ENTER, "jvm-0", 3, 1, 42, 1_000, "bucket-0", 17, 5, "a b\nc");
		assertThat(JournalLine.parse(line.format().strip()))
			.isEqualTo(new JournalLine(Event.ENTER, "jvm-0", 3, 1, 42, 1_000, "bucket-0", 17, 5, "a_b_c"));
	}

	@Test
	void halfALineNeitherPassesForAWholeOneNorSwallowsTheNext() throws Exception {
		Path file = this.directory.resolve("journal.txt");
		List<JournalLine> seen = new ArrayList<>();
		String line = new JournalLine(Event.EXIT, "jvm-0", 1, 0, 42, 1, "a", -1, -1, "-").format();
		try (Journal journal = new Journal(file); JournalFollower follower = new JournalFollower(file)) {
			for (int length = 0; length < line.length() - 1; length++) {
				Files.writeString(file, line.substring(0, length), StandardOpenOption.APPEND);
				journal.note(Event.BORN, "jdk-0", length, "-");
				follower.read(seen::add);
				assertThat(seen).hasSize(length + 1);
				assertThat(seen.get(length).worker()).isEqualTo("jdk-0");
			}
			assertThat(follower.torn()).isPositive();
		}
	}

	@Test
	void wordsThatNobodyWritesAreNoLine() {
		assertThat(JournalLine.parse("enter")).isNull();
		assertThat(JournalLine.parse("enter nobody-0 1 0 42 1 a -1 -1 - .")).isNull();
		assertThat(JournalLine.parse("dance jvm-0 1 0 42 1 a -1 -1 - .")).isNull();
	}

}
