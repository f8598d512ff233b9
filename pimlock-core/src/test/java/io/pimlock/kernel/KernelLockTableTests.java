package io.pimlock.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KernelLockTable} with lines as the kernel writes them.
 */
class KernelLockTableTests {

	@TempDir
	Path directory;

	private OptionalLong holder(int major, int minor, long inode, String... lines) throws Exception {
		Path table = Files.write(this.directory.resolve("locks"), List.of(lines));
		FileIdentity identity = FileIdentity.of(major, minor, inode);
		return new KernelLockTable(table).holder(new FileStatuses() {
			@Override
			public FileStatus of(Path file) {
				return new FileStatus(identity, FileStatus.Type.REGULAR, 0, Instant.EPOCH);
			}

			@Override
			public FileStatus ofTarget(Path file) {
				return of(file);
			}

			@Override
			public FileStatus ofDescriptor(int fd, Path file) {
				return of(file);
			}

			@Override
			public Instant changed(Path file) {
				return Instant.EPOCH;
			}
		}, this.directory);
	}

	@Test
	void findsTheHolderAndNobodyElse() throws Exception {
		String[] lines = { "1: POSIX  ADVISORY  WRITE 11 fe:01:131 0 EOF",
				"2: FLOCK  ADVISORY  WRITE 12 fe:01:1310 0 EOF", "3: FLOCK  ADVISORY  WRITE 0 fe:01:131 0 EOF",
				"4: FLOCK  ADVISORY  READ  13 fe:01:131 0 EOF", "4: -> FLOCK  ADVISORY  WRITE 14 fe:01:132 0 EOF",
				"rubbish", "" };
		assertThat(holder(0xfe, 1, 131, lines)).hasValue(13);
		assertThat(holder(0xfe, 1, 132, lines)).as("who waits").isEmpty();
		assertThat(holder(0xfd, 1, 131, lines)).isEmpty();
		assertThat(holder(0xfe, 1, 131)).isEmpty();
	}

	@Test
	void numbersOfDevicesMayBeLarge() throws Exception {
		assertThat(holder(0x12345, 0xabcde, 7, "1: FLOCK  ADVISORY  WRITE 11 12345:abcde:7 0 EOF")).hasValue(11);
		assertThat(holder(8, 2, 7, "1: FLOCK  ADVISORY  WRITE 11 08:02:7 0 EOF")).hasValue(11);
	}

	@Test
	void missingTableTellsNothing() {
		FileStatuses statuses = FileStatuses.PORTABLE;
		assertThat(new KernelLockTable(this.directory.resolve("none")).holder(statuses, this.directory)).isEmpty();
	}

}
