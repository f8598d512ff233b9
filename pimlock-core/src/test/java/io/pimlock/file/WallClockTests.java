package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.HeldLock;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The wall clock and the times of files say nothing about a lock file with a pid in it.
 * Here this machine's clock stays as it is: a few JVMs see another one.
 */
@EnabledOnOs(OS.LINUX)
class WallClockTests {

	private static final long SELF = ProcessHandle.current().pid();

	private static final long HOUR = 3600;

	private static final List<String> FILES = List.of(".lock", ".lock.guard", ".lock.stamp");

	/** Whatever looks at an age finds it too great. */
	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withMalformedGrace(Duration.ZERO).withPollInterval(Duration.ofMillis(1)));

	private final BucketLockService buckets = this.pimlock.buckets();

	private final List<PeerProcess> started = new ArrayList<>();

	@TempDir
	Path parent;

	private Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.started.forEach(PeerProcess::close);
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private void newBucket(FaultScenario scenario) throws Exception {
		this.bucket = Files.createTempDirectory(this.parent, "bucket");
		scenario.prepare(this.bucket);
	}

	private PeerProcess start(PeerProcess peer) {
		this.started.add(peer);
		return peer;
	}

	private void assertBusy(long pid) {
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(5)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(pid));
	}

	private void assertAcquiredAtOnce() {
		try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
			assertThat(flag()).hasContent(SELF + "\n");
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(flag()).doesNotExist();
	}

	private static Stream<Instant> times() {
		return Stream.of(Instant.EPOCH, Instant.now().minusSeconds(HOUR), Instant.now().minusSeconds(1),
				Instant.now().plusSeconds(1), Instant.now().plusSeconds(HOUR), Instant.parse("2100-01-01T00:00:00Z"));
	}

	/** Every subset of the three files, each time. */
	private void forEveryTimeOfTheFiles(OtherThread.Body body) throws Exception {
		for (Instant time : times().toList()) {
			for (int subset = 1; subset < 1 << FILES.size(); subset++) {
				for (int i = 0; i < FILES.size(); i++) {
					Path file = this.bucket.resolve(FILES.get(i));
					if ((subset & (1 << i)) != 0 && Files.exists(file)) {
						Files.setLastModifiedTime(file, FileTime.from(time));
					}
				}
				body.run();
			}
		}
	}

	@Test
	void timesOfAHeldBucketsFilesChangeNothing() throws Exception {
		newBucket(FaultScenario.STEADY);
		PeerProcess peer = start(Jvms.lockPeer());
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			forEveryTimeOfTheFiles(() -> {
				assertThat(lock.isIntact()).isTrue();
				this.buckets.acquire(this.bucket, Duration.ZERO).close();
				assertThat(this.pimlock.heldLocks()).singleElement().extracting(HeldLock::intact).isEqualTo(true);
				assertThat(peer.ask("acquire " + this.bucket + " 0")).isEqualTo("busy " + SELF);
				assertThat(peer.ask("look " + this.bucket)).isEqualTo("HELD " + SELF + " true");
			});
		}
		assertThat(flag()).doesNotExist();
		assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
		forEveryTimeOfTheFiles(() -> {
			assertBusy(peer.pid());
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
		});
		assertThat(peer.ask("release")).isEqualTo("released");
		assertAcquiredAtOnce();
	}

	@Test
	void timesOfAFreeBucketsFilesChangeNothing() throws Exception {
		newBucket(FaultScenario.STEADY);
		long[] token = new long[1];
		forEveryTimeOfTheFiles(() -> {
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.FREE);
			try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
				assertThat(lock.fencingToken()).isGreaterThan(token[0]);
				token[0] = lock.fencingToken();
			}
		});
	}

	@Test
	void timesOfADeadHoldersFilesChangeNothing() throws Exception {
		for (FaultScenario scenario : List.of(FaultScenario.RECLAIM, FaultScenario.RECLAIM_FOREIGN)) {
			for (Instant time : times().toList()) {
				newBucket(scenario);
				for (String name : FILES) {
					Files.setLastModifiedTime(this.bucket.resolve(name), FileTime.from(time));
				}
				assertThat(this.buckets.inspect(this.bucket).status()).as("%s %s", scenario, time)
					.isEqualTo(Status.STALE);
				assertAcquiredAtOnce();
			}
		}
	}

	@Test
	void timeOfALivingProgramsFileChangesNothing() throws Exception {
		newBucket(FaultScenario.STEADY);
		Files.writeString(flag(), "1\n");
		forEveryTimeOfTheFiles(() -> {
			assertBusy(1);
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
		});
		assertThat(flag()).hasContent("1\n");
	}

	/** Longer than any time that the engine knows while it acquires. */
	@Test
	void nobodyStealsWhatIsHeldForLong() throws Exception {
		newBucket(FaultScenario.NEW_BUCKET);
		PeerProcess holder = start(Jvms.lockPeer());
		PeerProcess other = start(Jvms.lockPeer());
		assertThat(holder.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
		Duration hold = PimlockOptions.defaults().malformedGrace().plusMillis(500);
		other.send("acquire " + this.bucket + " " + hold.toMillis());
		long begin = System.nanoTime();
		while (System.nanoTime() - begin < hold.toNanos()) {
			assertBusy(holder.pid());
		}
		assertThat(other.answer()).isEqualTo("busy " + holder.pid());
		assertThat(flag()).hasContent(holder.pid() + "\n");
		assertThat(holder.ask("release")).isEqualTo("released");
		assertAcquiredAtOnce();
	}

	/** A JVM that sees another wall clock. */
	private PeerProcess peerWithClock(Path offset, long seconds) throws Exception {
		setOffset(offset, seconds);
		return start(Jvms.lockPeerUnder("env", "LD_PRELOAD=" + library(), "WALL_CLOCK_OFFSET_FILE=" + offset));
	}

	private static void setOffset(Path offset, long seconds) throws Exception {
		Files.writeString(offset, seconds + "\n");
	}

	private Path library() throws Exception {
		Mounts.requireProgram("cc", "gcc");
		Path library = this.parent.resolve("wall_clock.so");
		if (Files.notExists(library)) {
			Path source = Path.of(WallClockTests.class.getResource("wall_clock.c").toURI());
			assertThat(Mounts.run("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString()))
				.isEqualTo(new Mounts.Result(0, ""));
		}
		return library;
	}

	private long token(PeerProcess peer) throws Exception {
		String answer = peer.ask("acquire " + this.bucket + " 0");
		assertThat(answer).startsWith("acquired ");
		return Long.parseLong(answer.substring("acquired ".length()));
	}

	@Test
	void processesWithDifferentClocksExcludeEachOtherAndTheirTokensRise() throws Exception {
		newBucket(FaultScenario.NEW_BUCKET);
		PeerProcess early = peerWithClock(this.parent.resolve("early"), -Instant.now().getEpochSecond());
		PeerProcess late = peerWithClock(this.parent.resolve("late"), HOUR);
		long last = 0;
		for (int i = 0; i < 4; i++) {
			for (PeerProcess peer : List.of(early, late)) {
				long token = token(peer);
				assertThat(token).isGreaterThan(last);
				assertBusy(peer.pid());
				PeerProcess other = (peer == early) ? late : early;
				assertThat(other.ask("acquire " + this.bucket + " 0")).isEqualTo("busy " + peer.pid());
				assertThat(other.ask("look " + this.bucket)).isEqualTo("HELD " + peer.pid() + " true");
				assertThat(peer.ask("release")).isEqualTo("released");
				try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
					assertThat(lock.fencingToken()).isGreaterThan(token);
					last = lock.fencingToken();
				}
			}
		}
		for (PeerProcess killed : List.of(late, early)) {
			token(killed);
			killed.kill();
			assertAcquiredAtOnce();
		}
	}

	@Test
	void clockThatIsSetDuringAWaitNeitherEndsNorProlongsIt() throws Exception {
		newBucket(FaultScenario.NEW_BUCKET);
		Path offset = this.parent.resolve("offset");
		PeerProcess peer = peerWithClock(offset, 0);
		BucketLock lock = this.buckets.acquire(this.bucket);
		peer.send("acquire " + this.bucket + " 240000");
		for (long seconds : new long[] { 1, -1, HOUR, -HOUR }) {
			Thread.sleep(100);
			setOffset(offset, seconds);
		}
		Thread.sleep(100);
		lock.close();
		assertThat(peer.answer()).startsWith("acquired");
		for (long seconds : new long[] { HOUR, -HOUR }) {
			setOffset(offset, seconds);
			assertBusy(peer.pid());
			assertThat(peer.ask("look " + this.bucket)).startsWith("HELD_HERE " + peer.pid());
		}
		assertThat(peer.ask("release")).isEqualTo("released");
		try (BucketLock again = this.buckets.acquire(this.bucket, Duration.ZERO)) {
			peer.send("acquire " + this.bucket + " 500");
			Thread.sleep(100);
			setOffset(offset, -2 * HOUR);
			assertThat(peer.answer()).isEqualTo("busy " + SELF);
		}
		assertThatThePeerSeesItsOwnClock(peer, offset);
	}

	/**
	 * What the clock does decide: the age of a file without a pid, unless it lies in the
	 * future. So this tells that the test moves the clock at all.
	 */
	private void assertThatThePeerSeesItsOwnClock(PeerProcess peer, Path offset) throws Exception {
		Files.createFile(flag());
		setOffset(offset, -HOUR);
		assertThat(peer.ask("acquire " + this.bucket + " 0")).isEqualTo("busy 0");
		setOffset(offset, HOUR);
		assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
	}

}
