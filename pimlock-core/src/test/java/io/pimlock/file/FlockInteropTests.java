package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.pimlock.Pimlock;
import io.pimlock.StoreCollectingException;
import io.pimlock.StoreLock;
import io.pimlock.StoreOwnedException;
import io.pimlock.StoreStagingException;
import io.pimlock.WriterBusyException;
import io.pimlock.WriterLease;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leases and stores beside programs in other languages, and beside the dead.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FlockInteropTests {

	@TempDir
	static Path programs;

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	@TempDir
	Path directory;

	@AfterEach
	void close() {
		this.pimlock.close();
	}

	@ParameterizedTest
	@EnumSource
	void leasesExcludeEachOther(FlockPeers peers) throws Exception {
		Path file = Files.createDirectory(this.directory.resolve("locks")).resolve("run-1.lock");
		try (PeerProcess peer = peers.start(programs)) {
			WriterLease lease = this.pimlock.leases().acquire(this.directory, "run-1");
			assertThat(peer.ask("try exclusive " + file)).isEqualTo("busy");
			peer.send("wait exclusive " + file);
			Thread.sleep(50);
			assertThat(peer.answerNow()).isNull();
			lease.close();
			assertThat(peer.answer()).isEqualTo("locked");
			assertThat(this.pimlock.leases().isHeld(this.directory, "run-1")).isTrue();
			assertThatExceptionOfType(WriterBusyException.class)
				.isThrownBy(() -> this.pimlock.leases().acquire(this.directory, "run-1"))
				.satisfies((ex) -> assertThat(ex.holder()).isPresent());
			assertThat(peer.ask("unlock")).isEqualTo("unlocked");
			assertThat(this.pimlock.leases().isHeld(this.directory, "run-1")).isFalse();
			this.pimlock.leases().acquire(this.directory, "run-1").close();
		}
	}

	@ParameterizedTest
	@EnumSource
	void ownersExcludeEachOther(FlockPeers peers) throws Exception {
		Path file = this.directory.resolve("owner.lock");
		try (PeerProcess peer = peers.start(programs)) {
			StoreLock first = this.pimlock.stores().own(this.directory);
			StoreLock second = this.pimlock.stores().own(this.directory);
			first.close();
			assertThat(peer.ask("try exclusive " + file)).isEqualTo("busy");
			peer.send("wait exclusive " + file);
			Thread.sleep(50);
			assertThat(peer.answerNow()).isNull();
			second.close();
			assertThat(peer.answer()).isEqualTo("locked");
			assertThatExceptionOfType(StoreOwnedException.class)
				.isThrownBy(() -> this.pimlock.stores().own(this.directory));
			assertThat(peer.ask("unlock")).isEqualTo("unlocked");
			this.pimlock.stores().own(this.directory).close();
		}
	}

	@ParameterizedTest
	@EnumSource
	void producersAndCollectorsExcludeEachOther(FlockPeers peers) throws Exception {
		Path file = this.directory.resolve("objects.lock");
		try (PeerProcess peer = peers.start(programs)) {
			try (StoreLock staging = this.pimlock.stores().stage(this.directory)) {
				assertThat(peer.ask("try exclusive " + file)).isEqualTo("busy");
				assertThat(peer.ask("try shared " + file)).isEqualTo("locked");
			}
			assertThatExceptionOfType(StoreStagingException.class)
				.isThrownBy(() -> this.pimlock.stores().collect(this.directory));
			this.pimlock.stores().stage(this.directory, Duration.ZERO).close();
			assertThat(peer.ask("unlock")).isEqualTo("unlocked");

			StoreLock collector = this.pimlock.stores().collect(this.directory);
			assertThat(peer.ask("try shared " + file)).isEqualTo("busy");
			peer.send("wait shared " + file);
			Thread.sleep(50);
			assertThat(peer.answerNow()).isNull();
			collector.close();
			assertThat(peer.answer()).isEqualTo("locked");
			assertThat(peer.ask("unlock")).isEqualTo("unlocked");

			assertThat(peer.ask("try exclusive " + file)).isEqualTo("locked");
			assertThatExceptionOfType(StoreCollectingException.class)
				.isThrownBy(() -> this.pimlock.stores().stage(this.directory, Duration.ofMillis(20)));
			CompletableFuture<StoreLock> waiting = CompletableFuture
				.supplyAsync(() -> this.pimlock.stores().stage(this.directory, Duration.ofMinutes(4)));
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !this.pimlock.waitingLocks().isEmpty());
			assertThat(waiting).isNotDone();
			assertThat(peer.ask("unlock")).isEqualTo("unlocked");
			waiting.get(4, TimeUnit.MINUTES).close();
		}
	}

	@Test
	void killedHolderLosesAllOfItsLocksThoughItsChildLives() throws Exception {
		ProcessHandle child = null;
		try (PeerProcess peer = KernelLockPeer.start()) {
			assertThat(peer.ask("lease " + this.directory + " run-1")).isEqualTo("locked");
			assertThat(peer.ask("own " + this.directory)).isEqualTo("locked");
			assertThat(peer.ask("collect " + this.directory)).isEqualTo("locked");
			child = ProcessHandle.of(Long.parseLong(peer.ask("child 600").substring("child ".length()))).orElseThrow();
			assertThat(this.pimlock.leases().isHeld(this.directory, "run-1")).isTrue();
			peer.kill();
			assertThat(child.isAlive()).isTrue();
			assertThat(this.pimlock.leases().isHeld(this.directory, "run-1")).isFalse();
			this.pimlock.leases().acquire(this.directory, "run-1").close();
			this.pimlock.stores().own(this.directory).close();
			this.pimlock.stores().stage(this.directory, Duration.ZERO).close();
		}
		finally {
			if (child != null) {
				child.destroyForcibly();
			}
		}
	}

	@Test
	void closingReleasesThoughAChildWasStartedMeanwhile() throws Exception {
		try (WriterLease lease = this.pimlock.leases().acquire(this.directory, "run-1")) {
			Process child = new ProcessBuilder("sleep", "600").start();
			try {
				lease.close();
				this.pimlock.leases().acquire(this.directory, "run-1").close();
			}
			finally {
				child.destroyForcibly();
			}
		}
	}

}
