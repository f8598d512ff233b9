package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFileException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Filesystems without hard links, where the flag is created and written. Real ones take
 * part in {@link FilesystemContractTests}; here is what can be arranged on any machine.
 */
class NoHardLinksTests {

	private static final String SELF = ProcessHandle.current().pid() + "\n";

	private static final Duration GRACE = Duration.ofMillis(500);

	private final Pimlock pimlock = new FilePimlock(() -> PimlockOptions.defaults().withMalformedGrace(GRACE),
			LockFilesWithoutLinks.refusing(Reason.PERMISSION));

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private BucketLock acquireAtOnce() {
		return this.buckets.acquire(this.bucket, Duration.ZERO);
	}

	private static PeerProcess peerWithoutLinks() throws Exception {
		return PeerProcess.jvm("-Dpeer.without-links=true");
	}

	@ParameterizedTest
	@EnumSource(value = Reason.class, names = { "PERMISSION", "UNSUPPORTED" })
	void flagIsCreatedWhereLinksAreRefused(Reason refusal) throws Exception {
		try (Pimlock refused = new FilePimlock(PimlockOptions::defaults, LockFilesWithoutLinks.refusing(refusal))) {
			for (int i = 0; i < 3; i++) {
				try (BucketLock lock = refused.buckets().acquire(this.bucket, Duration.ZERO)) {
					assertThat(flag()).hasContent(SELF);
					assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(flag())))
						.isEqualTo("rw-------");
					assertThat(Files.isSameFile(flag(), this.bucket.resolve(".lock.stamp"))).isFalse();
					assertThat(lock.isIntact()).isTrue();
				}
				assertThat(flag()).doesNotExist();
			}
		}
	}

	@Test
	void linkThatIsAnotherFileIsNotTakenForTheStamp() throws Exception {
		try (Pimlock copied = new FilePimlock(PimlockOptions::defaults, LockFilesWithoutLinks.copying())) {
			for (int i = 0; i < 3; i++) {
				try (BucketLock lock = copied.buckets().acquire(this.bucket, Duration.ZERO)) {
					assertThat(flag()).hasContent(SELF);
					assertThat(lock.isIntact()).isTrue();
				}
				assertThat(flag()).doesNotExist();
			}
		}
	}

	@Test
	void otherFailuresOfLinkingAreReported() {
		try (Pimlock failing = new FilePimlock(PimlockOptions::defaults,
				LockFilesWithoutLinks.refusing(Reason.NO_SPACE))) {
			assertThatExceptionOfType(BucketLockIoException.class)
				.isThrownBy(() -> failing.buckets().acquire(this.bucket, Duration.ZERO))
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.NO_SPACE));
		}
		assertThat(flag()).doesNotExist();
		acquireAtOnce().close();
	}

	@Test
	void threadsAndProcessesExcludeEachOther() throws Exception {
		try (PeerProcess peer = peerWithoutLinks(); PeerProcess linking = PeerProcess.jvm()) {
			try (BucketLock lock = acquireAtOnce()) {
				OtherThread.run(() -> assertThat(this.buckets.tryAcquire(this.bucket)).isEmpty());
				for (PeerProcess other : new PeerProcess[] { peer, linking }) {
					assertThat(other.ask("acquire " + this.bucket + " 20"))
						.isEqualTo("busy " + ProcessHandle.current().pid());
					assertThat(other.ask("look " + this.bucket))
						.isEqualTo("HELD " + ProcessHandle.current().pid() + " true");
				}
			}
			LockPeer.Counter.create(this.bucket);
			peer.send("increment " + this.bucket + " 150");
			linking.send("increment " + this.bucket + " 150");
			for (int i = 0; i < 50; i++) {
				try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ofMinutes(4))) {
					assertThat(LockPeer.Counter.increment(this.bucket)).isZero();
				}
			}
			assertThat(peer.answer()).isEqualTo("overlaps 0");
			assertThat(linking.answer()).isEqualTo("overlaps 0");
			assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(350);
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void killedHoldersFlagIsReclaimedWhateverItsPidIsByThen() throws Exception {
		try (PeerProcess peer = peerWithoutLinks()) {
			assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
			peer.kill();
			assertThat(flag()).hasContent(peer.pid() + "\n");
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
			acquireAtOnce().close();
		}
	}

	@Test
	void holderThatDiedBetweenCreatingAndWritingIsReclaimedAfterTheGrace() throws Exception {
		try (PeerProcess peer = peerWithoutLinks()) {
			peer.ask("acquire " + this.bucket + " 0");
			peer.kill();
		}
		long start = System.nanoTime();
		Files.writeString(flag(), "");
		this.buckets.acquire(this.bucket, Duration.ofMinutes(1)).close();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(GRACE.minusMillis(50));
		assertThat(flag()).doesNotExist();
	}

	@Test
	void programOfAnotherKindWinsTheRaceForTheFlag() throws Exception {
		Files.writeString(flag(), "1\n");
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isOne());
		assertThat(flag()).hasContent("1\n");
	}

	/** Everything in containers is process 1: what one of them released names none. */
	@Test
	void recordOfAnEarlierHolderClaimsNobodysFlag() throws Exception {
		try (PeerProcess peer = peerWithoutLinks()) {
			peer.ask("acquire " + this.bucket + " 0");
			peer.ask("release");
			Files.writeString(flag(), peer.pid() + "\n");
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
				.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(peer.pid()));
			assertThat(flag()).hasContent(peer.pid() + "\n");
		}
	}

	@Test
	void lossIsReportedAndTheSuccessorLeftAlone() throws Exception {
		BucketLock lock = acquireAtOnce();
		Files.delete(flag());
		assertThat(lock.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		BucketLock replaced = acquireAtOnce();
		Files.delete(flag());
		Files.writeString(flag(), "1\n");
		assertThat(replaced.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(replaced::close);
		assertThat(flag()).hasContent("1\n");
	}

	@Test
	void reentryPublishesAgainWhatIsMerelyGone() throws Exception {
		try (BucketLock outer = acquireAtOnce()) {
			Files.delete(flag());
			acquireAtOnce().close();
			assertThat(flag()).hasContent(SELF);
			assertThat(outer.isIntact()).isTrue();
		}
		assertThat(flag()).doesNotExist();
	}

}
