package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ListenerTests {

	private final List<String> events = new ArrayList<>();

	@TempDir
	Path bucket;

	private BucketLockService service(LockListener... listeners) {
		Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults().withListeners(List.of(listeners)));
		return pimlock.buckets();
	}

	@Test
	void tellsWhatHappenedOncePerHold() throws Exception {
		BucketLockService buckets = service(new Recorder());
		try (BucketLock lock = buckets.acquire(this.bucket)) {
			buckets.acquire(this.bucket).close();
			OtherThread.run(() -> assertThat(buckets.tryAcquire(this.bucket)).isEmpty());
		}
		assertThat(this.events).containsExactly("acquired", "busy", "released");
		this.events.clear();
		Files.writeString(this.bucket.resolve(".lock"), "4000000\n");
		buckets.acquire(this.bucket).close();
		assertThat(this.events).containsExactly("reclaimed", "acquired", "released");
		this.events.clear();
		Files.writeString(this.bucket.resolve(".lock"), "1\n");
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> buckets.acquire(this.bucket, Duration.ofMillis(5)));
		assertThat(this.events).containsExactly("busy");
	}

	@Test
	void failingListenerStopsNothing() throws Exception {
		BucketLockService buckets = service(new LockListener() {
			@Override
			public void acquired(HeldLock lock, Duration waited) {
				throw new IllegalStateException("acquired");
			}

			@Override
			public void released(HeldLock lock, Duration held) {
				throw new AssertionError("released");
			}

			@Override
			public void busy(LockKind kind, String bucketId, Path path, LockHolder holder, Duration waited) {
				throw new IllegalStateException("busy");
			}

			@Override
			public void reclaimed(LockKind kind, String bucketId, Path path, LockHolder deadHolder) {
				throw new IllegalStateException("reclaimed");
			}
		}, new Recorder());
		Files.writeString(this.bucket.resolve(".lock"), "4000000\n");
		try (BucketLock lock = buckets.acquire(this.bucket)) {
			OtherThread.run(() -> assertThat(buckets.tryAcquire(this.bucket)).isEmpty());
		}
		assertThat(this.events).containsExactly("reclaimed", "acquired", "busy", "released");
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
		OtherThread.run(() -> buckets.acquire(this.bucket, Duration.ZERO).close());
	}

	private final class Recorder implements LockListener {

		@Override
		public void acquired(HeldLock lock, Duration waited) {
			ListenerTests.this.events.add("acquired");
		}

		@Override
		public void released(HeldLock lock, Duration held) {
			ListenerTests.this.events.add("released");
		}

		@Override
		public void busy(LockKind kind, String bucketId, Path path, LockHolder holder, Duration waited) {
			ListenerTests.this.events.add("busy");
		}

		@Override
		public void reclaimed(LockKind kind, String bucketId, Path path, LockHolder deadHolder) {
			ListenerTests.this.events.add("reclaimed");
		}

	}

}
