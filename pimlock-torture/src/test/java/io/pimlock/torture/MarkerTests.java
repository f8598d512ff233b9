package io.pimlock.torture;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The check inside the bucket.
 */
class MarkerTests {

	private static final RunningProcess SELF = RunningProcess.current();

	@TempDir
	Path directory;

	private Marker marker(String actor, RunningProcess process) {
		return new Marker(this.directory.resolve("a"), actor, process);
	}

	@Test
	void comesAndGoes() throws Exception {
		Marker marker = marker("jvm-0.1.0", SELF);
		assertThat(marker.put()).isNull();
		assertThat(marker.take()).isNull();
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void showsWhoElseIsInside() throws Exception {
		assertThat(marker("jvm-0.1.0", SELF).put()).isNull();
		assertThat(marker("jvm-0.1.1", SELF).put()).startsWith("jvm-0.1.0:");
	}

	@Test
	void showsAnotherLiveProcess() throws Exception {
		Process other = new ProcessBuilder("sleep", "60").start();
		try {
			RunningProcess process = new RunningProcess(other.pid(), startTicks(other.pid()));
			assertThat(process.runs()).isTrue();
			marker("jvm-1.1.0", process).put();
			assertThat(marker("jvm-0.1.0", SELF).put()).startsWith("jvm-1.1.0:");
			other.destroyForcibly().waitFor();
			assertThat(process.runs()).isFalse();
			assertThat(marker("jvm-0.1.0", SELF).put()).isNull();
		}
		finally {
			other.destroyForcibly();
		}
	}

	@Test
	void replacesTheMarkerOfAnEarlierProcessWithThatPid() throws Exception {
		marker("jvm-0.1.0", new RunningProcess(SELF.pid(), "1")).put();
		assertThat(marker("jvm-0.2.0", SELF).put()).isNull();
	}

	@Test
	void showsThatItWasTakenOrReplaced() throws Exception {
		Marker marker = marker("jvm-0.1.0", SELF);
		marker.put();
		Files.delete(this.directory.resolve("a"));
		assertThat(marker.take()).isEqualTo(Marker.LEFT);
		marker("jvm-1.1.0", SELF).put();
		assertThat(marker.take()).startsWith("jvm-1.1.0:");
	}

	private static String startTicks(long pid) throws Exception {
		return Files.readString(Path.of("/proc/" + pid + "/stat")).replaceFirst(".*\\) ", "").split(" ")[19];
	}

}
