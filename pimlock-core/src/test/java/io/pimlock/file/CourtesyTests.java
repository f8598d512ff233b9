package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFiles;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what makes processes take turns.
 */
class CourtesyTests {

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	@TempDir
	Path bucket;

	@Test
	void markIsBelievedOnlyWhileItIsFreshAndAnothers() {
		WaitingMark mark = WaitingMark.of(7, Duration.ofMinutes(5));
		assertThat(read(mark)).isEqualTo(mark);
		assertThat(mark.isAnothers(8)).isTrue();
		assertThat(mark.isAnothers(7)).isFalse();
		assertThat(WaitingMark.NONE.isAnothers(8)).isFalse();
		long now = System.currentTimeMillis();
		assertThat(new WaitingMark(7, now - 1).isAnothers(8)).isFalse();
		assertThat(new WaitingMark(7, now + Duration.ofHours(1).toMillis()).isAnothers(8)).isFalse();
		assertThat(new WaitingMark(7, Long.MIN_VALUE).isAnothers(8)).isFalse();
		assertThat(WaitingMark.parse(new byte[WaitingMark.END - 1])).isEqualTo(WaitingMark.NONE);
		assertThat(WaitingMark.parse(new byte[0])).isEqualTo(WaitingMark.NONE);
	}

	private static WaitingMark read(WaitingMark mark) {
		byte[] content = new byte[WaitingMark.END];
		System.arraycopy(mark.format(), 0, content, WaitingMark.POSITION, mark.format().length);
		return WaitingMark.parse(content);
	}

	@Test
	void waiterMarksTheGuardAndTidiesUp() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket)) {
				peer.send("acquire " + this.bucket + " 240000");
				awaitMark();
			}
			assertThat(peer.answer()).startsWith("acquired");
			assertThat(mark()).isEqualTo(WaitingMark.NONE);
			assertThat(peer.ask("release")).isEqualTo("released");
			try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket)) {
				assertThat(peer.ask("acquire " + this.bucket + " 300")).startsWith("busy");
				assertThat(mark()).isEqualTo(WaitingMark.NONE);
			}
		}
	}

	/**
	 * A process that comes back for the bucket at once, and holds it nearly all the time,
	 * leaves a waiting one hardly a gap, unless it lets it go first.
	 */
	@Test
	void lastHolderLetsAWaitingProcessGoFirst() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			BucketLock held = this.pimlock.buckets().acquire(this.bucket);
			peer.send("acquire " + this.bucket + " 240000");
			awaitMark();
			held.close();
			for (int round = 0; round < 60 && peer.answerNow() == null; round++) {
				assertThat(round).isLessThan(59);
				Optional<BucketLock> again = acquireWithin(Duration.ofMillis(200));
				Thread.sleep(3);
				again.ifPresent(BucketLock::close);
			}
			assertThat(peer.ask("release")).isEqualTo("released");
		}
	}

	private Optional<BucketLock> acquireWithin(Duration waitTimeout) {
		try {
			return Optional.of(this.pimlock.buckets().acquire(this.bucket, waitTimeout));
		}
		catch (BucketBusyException ex) {
			return Optional.empty();
		}
	}

	@Test
	void staleMarkCostsAPauseAndIsRemoved() throws Exception {
		this.pimlock.buckets().acquire(this.bucket).close();
		try (var guard = LockFiles.system().open(this.bucket.resolve(".lock.guard"))) {
			guard.write(WaitingMark.POSITION, WaitingMark.of(7, Duration.ofSeconds(25)).format());
		}
		this.pimlock.buckets().acquire(this.bucket, Duration.ZERO).close();
		assertThat(mark().waiter()).as("after a single attempt, which is not polite").isEqualTo(7);
		this.pimlock.buckets().acquire(this.bucket, Duration.ofMinutes(4)).close();
		assertThat(mark()).isEqualTo(WaitingMark.NONE);
	}

	private void awaitMark() {
		Awaitility.await()
			.atMost(Duration.ofMinutes(4))
			.pollInterval(Duration.ofMillis(1))
			.until(() -> mark().isAnothers(1));
	}

	private WaitingMark mark() throws Exception {
		return WaitingMark.parse(Files.readAllBytes(this.bucket.resolve(".lock.guard")));
	}

}
