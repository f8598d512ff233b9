package io.pimlock.file;

import java.nio.file.Path;

import io.pimlock.NativeAccessException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A temporary directory from which no native library can be loaded. Needs root.
 */
class NativeLibraryTests {

	private Mounts mounts;

	@BeforeEach
	void prepareMounts() {
		assumeThat(Runtime.version().feature()).as("Java 22 and later unpack nothing").isLessThan(22);
		this.mounts = new Mounts();
	}

	@AfterEach
	void unmount() {
		if (this.mounts != null) {
			this.mounts.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "noexec", "ro" })
	void messageSaysWhatToSet(String option) throws Exception {
		Path temporary = this.mounts.tmpfs();
		Mounts.assume(Mounts.run("mount", "-o", "remount," + option, temporary.toString()));
		try (PeerProcess jvm = Jvms.start(Starter.class, "-Djna.tmpdir=" + temporary, "-Djava.io.tmpdir=" + temporary,
				"-Djna.nosys=true")) {
			assertThat(jvm.answer()).startsWith("refused: ")
				.contains("-Djna.tmpdir")
				.contains("noexec")
				.contains("libjna-jni")
				.contains("Java 22");
			// the first failure must not turn into another one
			assertThat(jvm.answer()).startsWith("refused: ").contains("-Djna.tmpdir");
			assertThat(jvm.answer()).isEqualTo("ended");
		}
	}

	/**
	 * The main class of a JVM that creates an engine, and tries again.
	 */
	static final class Starter {

		private Starter() {
		}

		public static void main(String[] args) {
			for (int i = 0; i < 2; i++) {
				try {
					FilePimlock.create(PimlockOptions.defaults());
					System.out.println("created");
				}
				catch (NativeAccessException ex) {
					System.out.println("refused: " + ex.getMessage().replace('\n', ' '));
				}
			}
		}

	}

}
