package io.pimlock.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFileException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process is killed in the middle of taking a dead holder's bucket over, while two
 * others already wait for it.
 */
class ReclaimerDeathTests {

	private static final int TURNS = 5;

	private static PeerProcess first;

	private static PeerProcess second;

	@TempDir
	Path parent;

	private int buckets;

	@BeforeAll
	static void startRacers() throws Exception {
		first = Jvms.lockPeer();
		second = Jvms.lockPeer();
	}

	@AfterAll
	static void endRacers() {
		first.close();
		second.close();
	}

	private Path bucket(FaultScenario scenario) throws Exception {
		Path bucket = Files.createDirectory(this.parent.resolve("bucket-" + this.buckets++));
		scenario.prepare(bucket);
		LockPeer.Counter.create(bucket);
		return bucket;
	}

	@ParameterizedTest
	@EnumSource(names = { "RECLAIM", "RECLAIM_FOREIGN" })
	@Timeout(280)
	void ofTwoThatWaitOneAtATimeGetsIn(FaultScenario scenario) throws Exception {
		// not yet moved aside, moved, not yet created, not yet published
		List<String> deaths = (scenario == FaultScenario.RECLAIM) ? List.of("rename .lock", "link .lock")
				: List.of("rename .lock", "delete .lock.dead", "create .lock.stamp", "link .lock");
		for (String death : deaths) {
			Path bucket = bucket(scenario);
			try (PeerProcess reclaimer = Jvms.start(Reclaimer.class, bucket.toString(), death)) {
				assertThat(reclaimer.answer()).isEqualTo("at " + death);
				first.send("increment " + bucket + " " + TURNS);
				second.send("increment " + bucket + " " + TURNS);
				Thread.sleep(20);
				assertThat(LockPeer.Counter.value(bucket)).as(death).isZero();
				reclaimer.kill();
			}
			assertThat(List.of(first.answer(), second.answer())).as(death).containsOnly("overlaps 0");
			assertThat(LockPeer.Counter.value(bucket)).as(death).isEqualTo(2 * TURNS);
			assertThat(bucket.resolve(".lock")).as(death).doesNotExist();
			assertThat(bucket.resolve(".lock.dead")).as(death).doesNotExist();
		}
	}

	/**
	 * The main class of a JVM that says so when it comes to a step of an acquisition, and
	 * stops there.
	 */
	static final class Reclaimer extends ForwardingLockFiles {

		private final String stop;

		private Reclaimer(String stop) {
			this.stop = stop;
		}

		public static void main(String[] args) {
			Pimlock pimlock = new FilePimlock(PimlockOptions::defaults, new Reclaimer(args[1]));
			pimlock.buckets().acquire(Path.of(args[0]), Duration.ZERO);
			System.out.println("came through");
		}

		private void step(String name, Path file) {
			if (this.stop.equals(name + " " + file.getFileName())) {
				System.out.println("at " + this.stop);
				try {
					System.in.read();
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}
		}

		@Override
		public void rename(Path from, Path to) throws LockFileException {
			step("rename", from);
			super.rename(from, to);
		}

		@Override
		public void delete(Path file) throws LockFileException {
			step("delete", file);
			super.delete(file);
		}

		@Override
		public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
				throws LockFileException {
			step("create", file);
			super.createWithContent(file, content, permissions);
		}

		@Override
		public void link(Path existing, Path link) throws LockFileException {
			step("link", link);
			super.link(existing, link);
		}

	}

}
