package io.pimlock.kernel;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

import io.pimlock.kernel.LockFileException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

@EnabledOnOs({ OS.LINUX, OS.MAC })
class NativePathTests {

	@TempDir
	Path directory;

	private static void assumeUnicode() {
		assumeThat(System.getProperty("sun.jnu.encoding")).as("this JVM's locale can name the files").contains("UTF-8");
	}

	@Test
	void namesAreTheBytesThatTheKernelKnows() throws Exception {
		assumeUnicode();
		for (String name : List.of("plain", "with space", "50%25", "\u00fc", "\u0442\u0435\u0441\u0442", "\uD83D\uDD12",
				"e\u0301", "#?&;=+", "?\u00fc?", "??")) {
			byte[] expected = Arrays.copyOf(("/x/" + name).getBytes(StandardCharsets.UTF_8),
					("/x/" + name).getBytes(StandardCharsets.UTF_8).length + 1);
			assertThat(NativePath.encode(Path.of("/x", name))).as(name).isEqualTo(expected);
		}
	}

	@Test
	void linkToADirectoryIsNotFollowedWhateverTheNameOfItsDirectory() throws Exception {
		assumeUnicode();
		LockFiles files = LockFiles.system();
		Path target = Files.createDirectory(this.directory.resolve("target"));
		for (String name : List.of("plain", "\u00fc")) {
			Path link = Files.createSymbolicLink(Files.createDirectory(this.directory.resolve(name)).resolve("link"),
					target);
			for (Step step : List.<Step>of(() -> files.open(link).close(), () -> files.openReadOnly(link).close(),
					() -> files.read(link, 10))) {
				assertThatExceptionOfType(LockFileException.class).as(name)
					.isThrownBy(step::run)
					.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.NOT_REGULAR));
			}
			assertThatExceptionOfType(LockFileException.class).as(name)
				.isThrownBy(
						() -> files.createWithContent(link, new byte[1], PosixFilePermissions.fromString("rw-------")))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.EXISTS));
			files.delete(link);
			assertThat(link).doesNotExist();
			assertThat(target).isEmptyDirectory();
		}
	}

	/**
	 * What may fail.
	 */
	private interface Step {

		void run() throws LockFileException;

	}

}
