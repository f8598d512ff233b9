package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketLockState.Status;
import io.pimlock.LockHolder;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Real second processes: JVMs and Python.
 */
class ProcessesTests {

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(5)));

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

	private void assertAcquiredAtOnce() {
		this.buckets.acquire(this.bucket, Duration.ZERO).close();
	}

	@Test
	@Timeout(290)
	void twoJvmsAndAProgramOfTheOriginalProtocolLoseNoIncrement() throws Exception {
		LockPeer.Counter.create(this.bucket);
		int times = 2000;
		try (PeerProcess first = PeerProcess.jvm();
				PeerProcess second = PeerProcess.jvm();
				PeerProcess python = PeerProcess.python("increment", this.bucket.toString(), "" + times)) {
			first.send("increment " + this.bucket + " " + times);
			second.send("increment " + this.bucket + " " + times);
			assertThat(List.of(first.answer(), second.answer(), python.answer())).containsOnly("overlaps 0");
		}
		assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(3 * times);
		assertThat(flag()).doesNotExist();
	}

	@Test
	void anotherProcessIsExcludedAndNamed() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
				.satisfies((busy) -> {
					assertThat(busy.holdingPid()).isEqualTo(peer.pid());
					assertThat(busy.holder()).get().satisfies((holder) -> {
						assertThat(holder.application()).isEqualTo("peer");
						assertThat(holder.host()).isNotEmpty();
						assertThat(holder.acquiredAt()).isNotNull();
						assertThat(holder.alive()).isTrue();
					});
				})
				.withMessageContaining("process " + peer.pid() + " (peer on host ")
				.withMessageNotContaining(this.bucket.toString());
			Thread ahead = OtherThread.start(() -> this.buckets.acquire(this.bucket, Duration.ofMinutes(4)).close());
			OtherThread.awaitWaiting(this.pimlock, 1);
			OtherThread.run(() -> assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ZERO))
				.as("not the thread that merely waits")
				.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(peer.pid())));
			assertThat(peer.ask("release")).isEqualTo("released");
			ahead.join();
			assertAcquiredAtOnce();
			try (BucketLock lock = this.buckets.acquire(this.bucket)) {
				assertThat(peer.ask("acquire " + this.bucket + " 20"))
					.isEqualTo("busy " + ProcessHandle.current().pid());
			}
			assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
		}
	}

	@Test
	void waiterGetsTheBucketWhenAnotherProcessReleasesIt() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			Thread waiter = OtherThread.start(() -> this.buckets.acquire(this.bucket, Duration.ofMinutes(4)).close());
			OtherThread.awaitWaiting(this.pimlock, 1);
			peer.ask("release");
			waiter.join();
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void killedHolderIsReplacedAtOnce() throws Exception {
		for (int round = 0; round < 3; round++) {
			try (PeerProcess peer = PeerProcess.jvm()) {
				peer.ask("acquire " + this.bucket + " 0");
				peer.kill();
				assertThat(flag()).hasContent(peer.pid() + "\n");
				assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
				assertAcquiredAtOnce();
			}
		}
	}

	@Test
	void waiterGetsTheBucketWhenItsHolderIsKilled() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			Thread waiter = OtherThread.start(() -> this.buckets.acquire(this.bucket, Duration.ofMinutes(4)).close());
			OtherThread.awaitWaiting(this.pimlock, 1);
			peer.kill();
			waiter.join();
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void killedHoldersPidThatLivesOnStrandsNothing() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			peer.kill();
			// as if pid 1 had got the number: the files say 1, the record says whose it
			// was
			Files.writeString(flag(), "1\n");
			assertAcquiredAtOnce();
		}
	}

	@Test
	void childOfAKilledHolderKeepsNothing() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			long child = Long.parseLong(peer.ask("child").substring("child ".length()));
			try {
				peer.kill();
				assertThat(ProcessHandle.of(child)).isPresent();
				assertAcquiredAtOnce();
			}
			finally {
				ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
			}
		}
	}

	@Test
	void normalEndOfTheJvmReleases() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			peer.send("exit");
			assertThat(peer.awaitExit()).isZero();
			assertThat(flag()).doesNotExist();
		}
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			peer.endInput();
			assertThat(peer.awaitExit()).isZero();
			assertThat(flag()).doesNotExist();
		}
	}

	@Test
	void jvmThatEndsUnderAWorkingThreadLeavesItsFlagToTheNext() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			// SIGTERM: the hook must not let others in while the main thread still works
			new ProcessBuilder("kill", Long.toString(peer.pid())).start().waitFor();
			peer.awaitExit();
			assertThat(flag()).exists();
			assertAcquiredAtOnce();
		}
	}

	@Test
	void programsOfTheOriginalProtocolExcludeAndAreExcluded() throws Exception {
		try (PeerProcess python = PeerProcess.python("hold", this.bucket.toString())) {
			assertThat(python.answer()).isEqualTo("held");
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
				.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(python.pid()));
			python.endInput();
			python.awaitExit();
			assertAcquiredAtOnce();
		}
		try (BucketLock lock = this.buckets.acquire(this.bucket);
				PeerProcess python = PeerProcess.python("hold", this.bucket.toString())) {
			Thread.sleep(300);
			assertThat(lock.isIntact()).isTrue();
			lock.close();
			assertThat(python.answer()).isEqualTo("held");
			python.kill();
			assertAcquiredAtOnce();
		}
	}

	@Test
	void inspectionTellsFromOutside() throws Exception {
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.FREE);
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			BucketLockState state = this.buckets.inspect(this.bucket);
			assertThat(state.status()).isEqualTo(Status.HELD);
			assertThat(state.holder()).get()
				.extracting(LockHolder::pid, LockHolder::application, LockHolder::alive)
				.containsExactly(peer.pid(), "peer", true);
			peer.ask("release");
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.FREE);
			try (BucketLock lock = this.buckets.acquire(this.bucket)) {
				assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD_HERE);
				assertThat(peer.ask("inspect " + this.bucket)).isEqualTo("HELD");
			}
			assertThat(peer.ask("inspect " + this.bucket)).isEqualTo("FREE");
		}
	}

	@Test
	void inspectionChangesNothing() throws Exception {
		this.buckets.inspect(this.bucket);
		assertThat(this.bucket).isEmptyDirectory();
		Files.writeString(flag(), "4000000\n");
		this.buckets.inspect(this.bucket);
		assertThat(flag()).hasContent("4000000\n");
	}

	@Test
	void inspectionNeverCausesARefusal() throws Exception {
		try (PeerProcess peer = PeerProcess.jvm()) {
			peer.ask("acquire " + this.bucket + " 0");
			peer.ask("release");
			Thread inspector = OtherThread.start(() -> {
				while (!Thread.currentThread().isInterrupted()) {
					this.buckets.inspect(this.bucket);
				}
			});
			for (int i = 0; i < 500; i++) {
				assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
				assertThat(peer.ask("release")).isEqualTo("released");
			}
			inspector.interrupt();
			inspector.join();
		}
	}

}
