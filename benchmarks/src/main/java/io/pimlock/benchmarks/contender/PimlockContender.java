package io.pimlock.benchmarks.contender;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;
import org.jspecify.annotations.Nullable;

/**
 * A bucket. All settings are the defaults, but a wait never ends for its length.
 */
final class PimlockContender implements Contender {

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withWaitTimeout(Duration.ofMinutes(10)));

	private final BucketLockService buckets = this.pimlock.buckets();

	private final Path bucket;

	private @Nullable BucketLock held;

	PimlockContender(Path bucket) {
		this.bucket = bucket;
	}

	@Override
	public void lock() {
		this.held = this.buckets.acquire(this.bucket);
	}

	@Override
	public void unlock() {
		Objects.requireNonNull(this.held).close();
	}

	@Override
	public void close() {
		this.pimlock.close();
	}

}
