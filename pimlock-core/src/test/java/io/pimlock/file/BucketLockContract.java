package io.pimlock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketLockState.Status;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a bucket lock does on every filesystem that it supports. Each test has a bucket of
 * its own on the filesystem that the subclass names; a second JVM takes part.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class BucketLockContract {

	/** The coarsest times that a filesystem here keeps, and more. */
	private static final long CLOCK_SLACK = 5;

	private static final String NO_PROCESS = "4000000";

	private static final long SELF = ProcessHandle.current().pid();

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withApplication("contract").withPollInterval(Duration.ofMillis(5)));

	final BucketLockService buckets = this.pimlock.buckets();

	private Mounts mounts;

	private TestAbortedException unavailable;

	private PeerProcess peer;

	private Path directory;

	private int count;

	Path bucket;

	/**
	 * The directory in which the buckets are created, unless they exist there:
	 * {@code bucket-1} and so on.
	 */
	abstract Path directory(Mounts mounts) throws Exception;

	/** Whether the flag can be a hard link to the stamp. */
	boolean hasHardLinks() {
		return true;
	}

	/** Whether files have the mode that they were created with. */
	boolean keepsModes() {
		return true;
	}

	@BeforeAll
	void mount() throws Exception {
		try {
			this.mounts = new Mounts();
			this.directory = directory(this.mounts);
		}
		catch (TestAbortedException ex) {
			// each test shall be seen to be skipped
			this.unavailable = ex;
			System.out.println("Skipping " + getClass().getSimpleName() + ": " + ex.getMessage().strip());
		}
	}

	@AfterAll
	void unmount() throws Exception {
		try {
			this.pimlock.close();
			if (this.peer != null) {
				this.peer.kill();
			}
		}
		finally {
			if (this.mounts != null) {
				this.mounts.close();
			}
		}
	}

	@BeforeEach
	void newBucket() throws Exception {
		if (this.unavailable != null) {
			throw this.unavailable;
		}
		if (this.peer == null || !this.peer.isAlive()) {
			this.peer = PeerProcess.jvm();
		}
		this.bucket = this.directory.resolve("bucket-" + ++this.count);
		if (Files.notExists(this.bucket)) {
			Files.createDirectory(this.bucket);
		}
	}

	@AfterEach
	void nothingIsHeld() throws Exception {
		assertThat(this.pimlock.heldLocks()).isEmpty();
		assertThat(SlotTable.PROCESS.size()).isZero();
		if (this.unavailable == null) {
			assertThat(openIn(this.bucket)).isEmpty();
		}
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private String ask(String command, int millis) throws Exception {
		return this.peer.ask(command + " " + this.bucket + " " + millis);
	}

	private BucketLock acquireAtOnce() {
		return this.buckets.acquire(this.bucket, Duration.ZERO);
	}

	private void assertBusy(long pid) {
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(pid));
	}

	private static List<String> namesIn(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.map((file) -> file.getFileName().toString()).toList();
		}
	}

	private static List<String> openIn(Path directory) throws IOException {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			return descriptors.map((descriptor) -> {
				try {
					return Files.readSymbolicLink(descriptor).toString();
				}
				catch (IOException ex) {
					return "closed meanwhile";
				}
			}).filter((target) -> target.startsWith(directory + "/")).toList();
		}
	}

	@Test
	void threadsAndProcessesLoseNoIncrement() throws Exception {
		int times = 40;
		LockPeer.Counter.create(this.bucket);
		this.peer.send("increment " + this.bucket + " " + times);
		Callable<Integer> increments = () -> {
			int overlaps = 0;
			for (int i = 0; i < times; i++) {
				try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ofMinutes(4))) {
					overlaps += LockPeer.Counter.increment(this.bucket);
				}
			}
			return overlaps;
		};
		FutureTask<Integer> other = new FutureTask<>(increments);
		OtherThread.start(other::run);
		assertThat(increments.call()).isZero();
		assertThat(other.get(4, TimeUnit.MINUTES)).isZero();
		assertThat(this.peer.answer()).isEqualTo("overlaps 0");
		assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(3 * times);
		assertThat(flag()).doesNotExist();
	}

	@Test
	void flagIsCompleteAndOnlyGuardAndStampStay() throws Exception {
		try (BucketLock lock = acquireAtOnce()) {
			assertThat(flag()).hasContent(SELF + "\n");
			assertThat(Files.isSameFile(flag(), this.bucket.resolve(".lock.stamp"))).isEqualTo(hasHardLinks());
			for (String name : List.of(".lock", ".lock.guard", ".lock.stamp")) {
				assertThat(this.bucket.resolve(name)).isRegularFile();
				if (keepsModes()) {
					assertThat(PosixFilePermissions
						.toString(Files.getPosixFilePermissions(this.bucket.resolve(name), LinkOption.NOFOLLOW_LINKS)))
						.isEqualTo("rw-------");
				}
			}
			assertThat(openIn(this.bucket)).containsExactly(this.bucket.resolve(".lock.guard").toString());
		}
		assertThat(namesIn(this.bucket)).containsExactlyInAnyOrder(".lock.guard", ".lock.stamp");
	}

	@Test
	void anotherProcessIsExcludedAndNamed() throws Exception {
		Instant before = Instant.now().minusSeconds(CLOCK_SLACK);
		assertThat(ask("acquire", 0)).startsWith("acquired");
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
			.satisfies((busy) -> assertThat(busy.holder()).get().satisfies((holder) -> {
				assertThat(holder.pid()).isEqualTo(this.peer.pid());
				assertThat(holder.application()).isEqualTo("peer");
				assertThat(holder.alive()).isTrue();
				assertThat(holder.acquiredAt()).isBetween(before, Instant.now().plusSeconds(CLOCK_SLACK));
			}));
		assertThat(this.peer.ask("release")).isEqualTo("released");
		try (BucketLock lock = acquireAtOnce()) {
			assertThat(ask("acquire", 20)).isEqualTo("busy " + SELF);
		}
		assertThat(ask("acquire", 0)).startsWith("acquired");
		assertThat(this.peer.ask("release")).isEqualTo("released");
	}

	/** The last, because it costs a JVM. */
	@Test
	@Order(Integer.MAX_VALUE)
	void killedHolderIsReplacedAtOnce() throws Exception {
		String acquired = ask("acquire", 0);
		assertThat(acquired).startsWith("acquired ");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
		PeerProcess killed = this.peer;
		this.peer = null;
		killed.kill();
		assertThat(flag()).hasContent(killed.pid() + "\n");
		assertThat(this.buckets.inspect(this.bucket)).satisfies((state) -> {
			assertThat(state.status()).isEqualTo(Status.STALE);
			assertThat(state.holder()).get()
				.extracting(LockHolder::pid, LockHolder::alive)
				.containsExactly(killed.pid(), false);
		});
		try (BucketLock lock = acquireAtOnce()) {
			assertThat(flag()).hasContent(SELF + "\n");
			assertThat(lock.fencingToken()).isGreaterThan(Long.parseLong(acquired.substring("acquired ".length())));
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void owningThreadReentersByAnyPathAndOthersDoNot() throws Exception {
		Path otherPath = this.bucket.resolve("../" + this.bucket.getFileName());
		try (BucketLock outer = acquireAtOnce()) {
			try (BucketLock inner = this.buckets.acquire(otherPath, Duration.ZERO)) {
				assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
				assertThat(this.pimlock.heldLocks()).singleElement().extracting(HeldLock::holdCount).isEqualTo(2);
				OtherThread.run(() -> assertThat(this.buckets.tryAcquire(otherPath)).isEmpty());
			}
			OtherThread.run(() -> assertThat(this.buckets.tryAcquire(otherPath)).isEmpty());
			assertThat(ask("acquire", 20)).isEqualTo("busy " + SELF);
			assertThat(outer.isIntact()).isTrue();
		}
		OtherThread.run(() -> this.buckets.acquire(otherPath, Duration.ZERO).close());
	}

	@Test
	void programOfAnotherKindIsRespectedUntilItIsDead() throws Exception {
		Files.writeString(flag(), this.peer.pid() + "\n");
		assertBusy(this.peer.pid());
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
		assertThat(flag()).hasContent(this.peer.pid() + "\n");
		Files.writeString(flag(), NO_PROCESS + "\n");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		try (BucketLock lock = acquireAtOnce()) {
			assertThat(flag()).hasContent(SELF + "\n");
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void removedFlagIsReportedAndItsHolderStillExcludes() throws Exception {
		BucketLock lock = acquireAtOnce();
		assertThat(lock.isIntact()).isTrue();
		Files.delete(flag());
		assertThat(lock.isIntact()).isFalse();
		assertThat(ask("acquire", 20)).startsWith("busy");
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		assertThat(ask("acquire", 0)).startsWith("acquired");
		assertThat(this.peer.ask("release")).isEqualTo("released");
	}

	@Test
	void successorsFlagIsLeftAlone() throws Exception {
		BucketLock lock = acquireAtOnce();
		Files.delete(flag());
		Files.writeString(flag(), this.peer.pid() + "\n");
		assertThat(lock.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		assertThat(flag()).hasContent(this.peer.pid() + "\n");
		assertBusy(this.peer.pid());
	}

	@Test
	void tokensRiseWhoeverAcquires() throws Exception {
		long last = 0;
		for (int i = 0; i < 3; i++) {
			for (int j = 0; j < 2; j++) {
				try (BucketLock lock = acquireAtOnce()) {
					assertThat(lock.fencingToken()).isGreaterThan(last);
					last = lock.fencingToken();
				}
			}
			long peers = Long.parseLong(ask("acquire", 0).substring("acquired ".length()));
			assertThat(peers).isGreaterThan(last);
			last = peers;
			this.peer.ask("release");
		}
	}

	@Test
	void inspectionTellsWhoHoldsIt() throws Exception {
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.FREE);
		ask("acquire", 0);
		BucketLockState state = this.buckets.inspect(this.bucket);
		assertThat(state.status()).isEqualTo(Status.HELD);
		assertThat(state.holder()).get()
			.extracting(LockHolder::pid, LockHolder::application, LockHolder::alive)
			.containsExactly(this.peer.pid(), "peer", true);
		this.peer.ask("release");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.FREE);
		try (BucketLock lock = acquireAtOnce()) {
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD_HERE);
			assertThat(this.peer.ask("look " + this.bucket)).isEqualTo("HELD " + SELF + " true");
		}
		assertThat(this.peer.ask("look " + this.bucket)).isEqualTo("FREE");
	}

	@Test
	void heldBucketOutlastsWhatTheKernelCachesOfIt() throws Exception {
		try (BucketLock lock = acquireAtOnce()) {
			this.mounts.forgetUnused(this.directory);
			assertThat(lock.isIntact()).isTrue();
			acquireAtOnce().close();
			assertThat(this.pimlock.heldLocks()).singleElement().extracting(HeldLock::intact).isEqualTo(true);
			assertThat(ask("acquire", 20)).isEqualTo("busy " + SELF);
			assertThat(this.peer.ask("look " + this.bucket)).isEqualTo("HELD " + SELF + " true");
			this.mounts.forgetUnused(this.directory);
		}
		assertThat(flag()).doesNotExist();
		this.mounts.forgetUnused(this.directory);
		acquireAtOnce().close();
		assertThat(flag()).doesNotExist();
	}

}
