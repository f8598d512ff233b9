package io.pimlock.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.pimlock.BucketLock;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How soon a waiter has the bucket of a holder that is killed: counted in attempts,
 * because what they take depends on the machine.
 */
class TakeoverTests {

	private final AttemptCounter files = new AttemptCounter();

	private final Pimlock pimlock = new FilePimlock(
			() -> PimlockOptions.defaults().withPollInterval(Duration.ofMillis(50)), this.files);

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	@Test
	void firstAttemptAfterTheDeathOfTheHolderSucceeds() throws Exception {
		try (PeerProcess first = Jvms.lockPeer(); PeerProcess second = Jvms.lockPeer()) {
			for (PeerProcess holder : List.of(first, second)) {
				assertThat(holder.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
				AtomicInteger needed = new AtomicInteger();
				Thread waiter = OtherThread.start(() -> {
					try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket, Duration.ofMinutes(4))) {
						needed.set(this.files.attempts.get());
					}
				});
				OtherThread.awaitWaiting(this.pimlock, 1);
				Thread.sleep(100);
				// the holder is gone, with all that it had open, when this returns
				holder.kill();
				int before = this.files.attempts.get();
				waiter.join();
				// one may have been under way
				assertThat(needed.get() - before).isBetween(0, 2);
			}
		}
	}

	/** Each attempt tries the kernel lock once. */
	private static final class AttemptCounter extends ForwardingLockFiles {

		private final AtomicInteger attempts = new AtomicInteger();

		@Override
		public LockFile open(Path file) throws LockFileException {
			return new ForwardingLockFile(super.open(file)) {
				@Override
				public boolean tryLock(LockMode mode) throws LockFileException {
					AttemptCounter.this.attempts.incrementAndGet();
					return super.tryLock(mode);
				}
			};
		}

	}

}
