package io.pimlock.torture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.pimlock.torture.JournalLine.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Short runs with real processes, and proof that a run can fail.
 */
@EnabledOnOs(OS.LINUX)
class TortureTests {

	@TempDir
	Path directory;

	@Test
	void locksHoldWhileProcessesAreKilledAndStopped() throws Exception {
		Result result = run("--duration=45s", "--kills-per-minute=60", "--stops-per-minute=8", "--jdk=" + otherJdk());
		assertThat(result.failures()).isEmpty();
		assertThat(result.tally().kills()).isGreaterThan(10);
		assertThat(result.tally().acquisitions()).isGreaterThan(500);
	}

	@Test
	void workersThatDoNotLockAreFound() throws Exception {
		Result result = run("--duration=5s", "--workers=broken:3", "--buckets=1", "--kills-per-minute=0");
		assertThat(result.tally().count(Problem.OVERLAP)).isPositive();
		assertThat(result.tally().count(Problem.MARKER)).isPositive();
		assertThat(result.failures()).isNotEmpty();
	}

	@Test
	void oneWorkerThatDoesNotLockIsFoundAmongOthers() throws Exception {
		Result result = run("--duration=5s", "--workers=jvm:1,broken:1", "--buckets=1", "--kills-per-minute=0");
		assertThat(result.tally().count(Problem.OVERLAP)).isPositive();
		assertThat(result.failures()).isNotEmpty();
	}

	@Test
	void bucketThatNobodyGetsIntoIsFound() throws Exception {
		Ground ground = Ground.create(this.directory, 1);
		Files.writeString(ground.buckets(1).get(0).resolve(".lock"), ProcessHandle.current().pid() + "\n");
		Result result = new Referee(TortureOptions.parse("--duration=60s", "--workers=jvm:1", "--buckets=1",
				"--kills-per-minute=0", "--hang=5s"), ground)
			.run();
		assertThat(result.tally().count(Problem.HUNG)).isPositive();
		assertThat(result.tally().count(Problem.LEFT_OVER)).isPositive();
		assertThat(result.failures()).isNotEmpty();
	}

	@Test
	void workersEndWithTheReferee() throws Exception {
		Path run = this.directory.resolve("run");
		Process referee = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), Torture.class.getName(), "--duration=120s", "--dir=" + run)
			.redirectErrorStream(true)
			.redirectOutput(this.directory.resolve("log").toFile())
			.start();
		try {
			Set<Long> pids = Set.of();
			long begin = System.nanoTime();
			while (pids.size() < 4 && System.nanoTime() - begin < Duration.ofMinutes(2).toNanos()) {
				TimeUnit.MILLISECONDS.sleep(100);
				pids = readyWorkers(run.resolve("journal.txt"));
			}
			assertThat(pids).hasSizeGreaterThanOrEqualTo(4);
			List<ProcessHandle> workers = pids.stream().flatMap((pid) -> ProcessHandle.of(pid).stream()).toList();
			List<ProcessHandle> children = Stream.concat(workers.stream(), referee.children()).toList();
			referee.destroyForcibly().waitFor();
			for (ProcessHandle child : children) {
				child.onExit().get(1, TimeUnit.MINUTES);
			}
		}
		finally {
			referee.destroyForcibly();
		}
	}

	private static Set<Long> readyWorkers(Path journal) throws Exception {
		List<JournalLine> lines = new ArrayList<>();
		if (Files.exists(journal)) {
			try (JournalFollower follower = new JournalFollower(journal)) {
				follower.read(lines::add);
			}
		}
		return lines.stream()
			.filter((line) -> line.event() == Event.READY)
			.map(JournalLine::pid)
			.collect(Collectors.toSet());
	}

	private Result run(String... options) throws Exception {
		List<String> all = new ArrayList<>(List.of(options));
		all.add("--dir=" + this.directory.resolve("run"));
		return Torture.run(TortureOptions.parse(all.toArray(new String[0])));
	}

	/** The java executable of another JDK, empty for none. */
	private static String otherJdk() {
		String property = System.getProperty("torture.jdk", "");
		return property.isEmpty() ? System.getenv().getOrDefault("TORTURE_JDK", "") : property;
	}

}
