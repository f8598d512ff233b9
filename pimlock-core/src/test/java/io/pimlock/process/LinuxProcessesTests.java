package io.pimlock.process;

import java.nio.file.Files;
import java.nio.file.Path;

import io.pimlock.process.ProcessTable.Liveness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LinuxProcessesTests {

	@TempDir
	Path proc;

	private final int pid = 77;

	private LinuxProcesses processes() {
		return new LinuxProcesses(this.proc, (pid) -> true);
	}

	private void entry(String command, String state, long flags, int threads, long start, int group) throws Exception {
		Path entry = Files.createDirectories(this.proc.resolve(Integer.toString(this.pid)));
		Files.writeString(entry.resolve("stat"), this.pid + " (" + command + ") " + state + " 1 77 77 0 -1 " + flags
				+ " 0 0 0 0 0 0 0 0 20 0 " + threads + " 0 " + start + " 4096 100 18446744073709551615\n");
		Files.writeString(entry.resolve("status"), "Name:\tx\nTgid:\t" + group + "\nPid:\t77\n");
	}

	@ParameterizedTest
	@CsvSource({ "R,1,77,true", "S,1,77,true", "D,1,77,true", "T,1,77,true", "Z,1,77,false", "Z,5,77,true",
			"X,0,77,false", "S,1,70,false" })
	void tellsTheLivingFromTheDead(String state, int threads, int group, boolean alive) throws Exception {
		entry("java", state, 0, threads, 100, group);
		assertThat(processes().isAlive(this.pid)).isEqualTo(alive);
	}

	@ParameterizedTest
	@CsvSource({ "100,0,S,ALIVE", "101,0,S,DEAD", "100,4,R,DEAD", "100,0,Z,DEAD" })
	void knowsOneProcessFromItsSuccessor(long start, long flags, String state, Liveness liveness) throws Exception {
		entry("java", state, flags, 1, start, 77);
		assertThat(processes().liveness(this.pid, 100)).isEqualTo(liveness);
	}

	@Test
	void commandMayContainAnything() throws Exception {
		entry("a) Z (b) c", "S", 0, 1, 100, 77);
		assertThat(processes().isAlive(this.pid)).isTrue();
		assertThat(processes().startTicks(this.pid)).hasValue(100);
	}

	@Test
	void everyDoubtCountsAsAlive() throws Exception {
		assertThat(processes().isAlive(this.pid)).as("hidden entry").isTrue();
		assertThat(processes().liveness(this.pid, 1)).isEqualTo(Liveness.UNKNOWN);
		Path entry = Files.createDirectories(this.proc.resolve("77"));
		Files.writeString(entry.resolve("stat"), "garbage");
		Files.writeString(entry.resolve("status"), "garbage");
		assertThat(processes().isAlive(this.pid)).isTrue();
		assertThat(processes().liveness(this.pid, 1)).isEqualTo(Liveness.UNKNOWN);
		assertThat(new LinuxProcesses(this.proc, (pid) -> false).isAlive(this.pid)).isFalse();
	}

	@Test
	void knowsThisProcess() {
		ProcessIdentity self = ProcessIdentity.current();
		assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
		assertThat(self.startTicks()).isPositive();
		assertThat(self.sharesPidsWith(ProcessIdentity.current())).isTrue();
		assertThat(ProcessTable.liveness(self)).isEqualTo(Liveness.ALIVE);
		assertThat(ProcessTable.isAlive(self.pid())).isTrue();
		assertThat(ProcessTable.isAlive(0)).isFalse();
		assertThat(ProcessTable.isAlive(-1)).isFalse();
		assertThat(ProcessTable.isAlive(1L << 40)).isFalse();
	}

}
