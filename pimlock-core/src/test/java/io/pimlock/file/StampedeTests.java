package io.pimlock.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.process.ProcessIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many processes meet a dead holder's file, again and again: whoever gets the bucket
 * leaves it as if it had been killed. All pause between judging a file and removing it.
 * {@code -Dpimlock.stampede.processes=16} and {@code -Dpimlock.stampede.rounds=10000}
 * make it a long test.
 */
@EnabledOnOs(OS.LINUX)
class StampedeTests {

	private static final int PROCESSES = Integer.getInteger("pimlock.stampede.processes", 8);

	private static final int MOST_AT_ONCE = 500;

	private static final int ROUNDS = Integer.getInteger("pimlock.stampede.rounds", 100);

	@TempDir
	Path parent;

	@Test
	@Timeout(value = 2, unit = TimeUnit.HOURS)
	void deadHoldersFileIsTakenByOneProcessAtATime() throws Exception {
		List<PeerProcess> peers = new ArrayList<>();
		try {
			for (int i = 0; i < PROCESSES; i++) {
				peers.add(Jvms.start(DyingHolder.class));
			}
			for (int left = ROUNDS; left > 0; left -= MOST_AT_ONCE) {
				int rounds = Math.min(left, MOST_AT_ONCE);
				stampede(peers, Death.PIMLOCK, rounds);
				// each of these costs the reclaimer the time that an original may need
				stampede(peers, Death.ORIGINAL, Math.max(rounds / 10, 10));
			}
		}
		finally {
			peers.forEach(PeerProcess::close);
		}
	}

	private void stampede(List<PeerProcess> peers, Death death, int rounds) throws Exception {
		Path bucket = Files.createTempDirectory(this.parent, death.name());
		LockPeer.Counter.create(bucket);
		peers.forEach((peer) -> peer.send(death + " " + bucket + " " + rounds));
		Result total = new Result(0, 0, 0, 0);
		for (PeerProcess peer : peers) {
			total = total.plus(Result.parse(peer.answer()));
		}
		System.out.println(death + ": " + total);
		// the first finds no dead holder; who comes after the last round finds one
		assertThat(total).isEqualTo(new Result(rounds, 0, rounds, 0));
		assertThat(LockPeer.Counter.value(bucket)).isEqualTo(rounds);
		assertThat(bucket.resolve(".lock")).doesNotExist();
		assertThat(bucket.resolve(".lock.dead")).doesNotExist();
	}

	/**
	 * Whose file a holder leaves.
	 */
	enum Death {

		/** A Pimlock process's, which the record says does not run any more. */
		PIMLOCK,

		/** That of a program of the original protocol. */
		ORIGINAL

	}

	/**
	 * What happened.
	 *
	 * @param rounds how often the bucket was taken
	 * @param overlaps how often somebody else was inside
	 * @param reclaimed how often a dead holder's file was removed
	 * @param misnamed how often flag or record did not name the holder while it was
	 * inside
	 */
	record Result(int rounds, int overlaps, int reclaimed, int misnamed) {

		static Result parse(String line) {
			String[] numbers = line.split(" ");
			if (numbers.length != 4) {
				throw new IllegalStateException("a process said: " + line);
			}
			return new Result(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]),
					Integer.parseInt(numbers[3]));
		}

		Result plus(Result other) {
			return new Result(this.rounds + other.rounds, this.overlaps + other.overlaps,
					this.reclaimed + other.reclaimed, this.misnamed + other.misnamed);
		}

	}

	/**
	 * The main class of a JVM that takes part.
	 */
	static final class DyingHolder {

		private final DyingLockFiles files = new DyingLockFiles();

		private int reclaimed;

		private final BucketLockService buckets = new FilePimlock(() -> PimlockOptions.defaults()
			.withPollInterval(Duration.ofMillis(15))
			.withListeners(List.of(new LockListener() {
				@Override
				public void reclaimed(LockKind kind, String bucketId, Path path, LockHolder deadHolder) {
					DyingHolder.this.reclaimed++;
				}
			})), this.files).buckets();

		public static void main(String[] args) throws Exception {
			BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
			for (String line = commands.readLine(); line != null; line = commands.readLine()) {
				String[] command = line.split(" ");
				Result result = new DyingHolder().run(Death.valueOf(command[0]), Path.of(command[1]),
						Integer.parseInt(command[2]));
				System.out.println(
						result.rounds() + " " + result.overlaps() + " " + result.reclaimed() + " " + result.misnamed());
			}
		}

		private Result run(Death death, Path bucket, int until) throws Exception {
			int rounds = 0;
			int overlaps = 0;
			int misnamed = 0;
			while (true) {
				BucketLock lock = this.buckets.acquire(bucket, Duration.ofMinutes(4));
				if (LockPeer.Counter.value(bucket) == until) {
					lock.close();
					return new Result(rounds, overlaps, this.reclaimed, misnamed);
				}
				overlaps += LockPeer.Counter.increment(bucket);
				misnamed += isNamed(bucket) ? 0 : 1;
				rounds++;
				this.files.die(death);
				lock.close();
			}
		}

		private boolean isNamed(Path bucket) throws Exception {
			ProcessIdentity self = ProcessIdentity.current();
			GuardRecord record = GuardRecordFormat.parse(Files.readAllBytes(bucket.resolve(".lock.guard")));
			return record != null && record.process().equals(self)
					&& Files.readString(bucket.resolve(".lock")).equals(self.pid() + "\n");
		}

	}

	/** Pauses between looking and doing, and leaves a dead holder's file when told to. */
	private static final class DyingLockFiles extends ForwardingLockFiles {

		private Death death;

		void die(Death death) {
			this.death = death;
		}

		private static void pause() {
			try {
				TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextLong(1500));
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public FileStatus status(Path file) throws LockFileException {
			FileStatus status = super.status(file);
			if (status != null && file.endsWith(".lock") && ThreadLocalRandom.current().nextInt(4) == 0) {
				pause();
			}
			return status;
		}

		@Override
		public void rename(Path from, Path to) throws LockFileException {
			pause();
			super.rename(from, to);
		}

		@Override
		public void link(Path existing, Path link) throws LockFileException {
			pause();
			super.link(existing, link);
		}

		@Override
		public void delete(Path file) throws LockFileException {
			Death left = this.death;
			if (left == null || !file.endsWith(".lock")) {
				pause();
				super.delete(file);
				return;
			}
			// the guard is still locked here
			this.death = null;
			if (left == Death.PIMLOCK) {
				writeDeadRecord(file.resolveSibling(".lock.guard"));
			}
			else {
				super.delete(file);
				try {
					Files.writeString(file, "4000000\n");
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}
		}

		private void writeDeadRecord(Path guard) throws LockFileException {
			try (LockFile opened = this.real.open(guard)) {
				GuardRecord record = GuardRecordFormat.parse(opened.read(GuardRecordFormat.READ_LIMIT));
				ProcessIdentity self = record.process();
				opened.write(GuardRecordFormat.format(new GuardRecord(
						GuardRecord.State.READY, false, new ProcessIdentity("dead " + self.nonce(), 4_000_000, 7,
								self.bootId(), self.namespaces(), self.host()),
						"dead", record.tokenBound(), record.stamp())));
			}
		}

	}

}
