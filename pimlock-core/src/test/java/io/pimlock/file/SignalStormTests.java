package io.pimlock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.Pimlock;
import io.pimlock.kernel.InterruptedLockFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The engine on a system that interrupts every call and moves one byte at a time.
 */
@EnabledOnOs(OS.LINUX)
class SignalStormTests {

	private static final long SELF = ProcessHandle.current().pid();

	private final Pimlock pimlock = new FilePimlock(
			() -> PimlockOptions.defaults().withApplication("stormy").withPollInterval(Duration.ofMillis(2)),
			InterruptedLockFiles.create());

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() throws Exception {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
		try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
			assertThat(descriptors.filter(this::isInBucket)).isEmpty();
		}
	}

	private boolean isInBucket(Path descriptor) {
		try {
			return descriptor.toRealPath().startsWith(this.bucket.toRealPath());
		}
		catch (IOException ex) {
			// closed meanwhile
			return false;
		}
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	@Test
	void locksReentersReleasesAndReclaimsAllTheSame() throws Exception {
		for (String left : List.of("", "4000000\n")) {
			if (!left.isEmpty()) {
				Files.writeString(flag(), left);
			}
			try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
				assertThat(flag()).hasContent(SELF + "\n");
				assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(flag()))).isEqualTo("rw-------");
				this.buckets.acquire(this.bucket, Duration.ZERO).close();
				assertThat(lock.isIntact()).isTrue();
				assertThat(this.buckets.inspect(this.bucket).holder()).get()
					.satisfies((holder) -> assertThat(holder.application()).isEqualTo("stormy"));
			}
			assertThat(flag()).doesNotExist();
		}
		Files.writeString(flag(), "1\n");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isOne());
	}

	@Test
	void losesNoIncrementBesideAnotherProcess() throws Exception {
		LockPeer.Counter.create(this.bucket);
		try (PeerProcess peer = Jvms.lockPeer()) {
			peer.send("increment " + this.bucket + " 60");
			for (int i = 0; i < 60; i++) {
				try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ofMinutes(4))) {
					assertThat(LockPeer.Counter.increment(this.bucket)).isZero();
				}
			}
			assertThat(peer.answer()).isEqualTo("overlaps 0");
			assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(120);
			assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
				.withMessageContaining("process " + peer.pid() + " (peer on host ");
			peer.kill();
			this.buckets.acquire(this.bucket, Duration.ZERO).close();
		}
	}

}
