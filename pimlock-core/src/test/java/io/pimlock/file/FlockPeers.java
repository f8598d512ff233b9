package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Programs that lock files with {@code flock(2)} and know nothing of Pimlock. All read
 * the same commands.
 */
enum FlockPeers {

	/** {@code flock(1)} of util-linux. */
	FLOCK {
		@Override
		PeerProcess start(Path directory) throws Exception {
			return PeerProcess.program("sh", resource("flock_peer.sh"));
		}
	},

	PYTHON {
		@Override
		PeerProcess start(Path directory) throws Exception {
			return PeerProcess.program("python3", resource("flock_peer.py"));
		}
	},

	/** {@code std::fs::File} of Rust 1.89 or later. */
	RUST {
		@Override
		PeerProcess start(Path directory) throws Exception {
			return PeerProcess.program(compiled(directory).toString());
		}
	};

	/**
	 * Starts it.
	 * @param directory where it may put a program
	 */
	abstract PeerProcess start(Path directory) throws Exception;

	private static String resource(String name) throws Exception {
		return Path.of(FlockPeers.class.getResource(name).toURI()).toString();
	}

	private static Path compiled(Path directory) throws Exception {
		assumeThat(hasLocksOfFiles()).as("rustc 1.89 or later is installed").isTrue();
		Path program = directory.resolve("flock_peer");
		if (!Files.exists(program)) {
			Process compiler = new ProcessBuilder("rustc", "-o", program.toString(), resource("flock_peer.rs"))
				.inheritIO()
				.start();
			assertThat(compiler.waitFor(4, TimeUnit.MINUTES)).isTrue();
			assertThat(compiler.exitValue()).isZero();
		}
		return program;
	}

	private static boolean hasLocksOfFiles() throws Exception {
		try {
			Process version = new ProcessBuilder("rustc", "--version").redirectErrorStream(true).start();
			String[] said = new String(version.getInputStream().readAllBytes()).split("[ .]");
			return version.waitFor() == 0 && (Integer.parseInt(said[1]) > 1 || Integer.parseInt(said[2]) >= 89);
		}
		catch (java.io.IOException ex) {
			return false;
		}
	}

}
