package io.pimlock.actuate;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketValidationException;
import io.pimlock.HeldLock;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.WaitingLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BucketLocksEndpoint}.
 */
class BucketLocksEndpointTests {

	private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

	private static final Path BUCKET = Path.of("/root/acme").toAbsolutePath();

	private final Service service = new Service();

	private final BucketLocksEndpoint endpoint = new BucketLocksEndpoint(this.service,
			(path) -> Path.of("/root").toAbsolutePath().resolve(path), InstantSource.fixed(NOW));

	@Test
	void listsNothingWhenNothingIsHeld() {
		assertThat(this.endpoint.bucketLocks(null)).isEqualTo(new BucketLocksDescriptor(List.of(), List.of()));
	}

	@Test
	void listsHeldAndWaiting() {
		this.service.held.add(held("1", NOW.minusMillis(1500)));
		this.service.waiting.add(new WaitingLock(LockKind.BUCKET, "acme", BUCKET, "waiter", NOW.minusSeconds(2)));
		assertThat(this.endpoint.bucketLocks(null)).isEqualTo(new BucketLocksDescriptor(
				List.of(new HeldLockDescriptor("1", LockKind.BUCKET, "acme", BUCKET.toString(), "holder",
						NOW.minusMillis(1500), Duration.ofMillis(1500), 2, 42, true)),
				List.of(new WaitingLockDescriptor(LockKind.BUCKET, "acme", BUCKET.toString(), "waiter",
						NOW.minusSeconds(2), Duration.ofSeconds(2)))));
	}

	@Test
	void durationIsNeverNegative() {
		this.service.held.add(held("1", NOW.plusSeconds(1)));
		assertThat(this.endpoint.bucketLock("1").heldFor()).isZero();
	}

	@Test
	void findsOneLock() {
		this.service.held.add(held("1", NOW));
		this.service.held.add(held("2", NOW));
		assertThat(this.endpoint.bucketLock("2").id()).isEqualTo("2");
		assertThat(this.endpoint.bucketLock("3")).isNull();
	}

	@Test
	void inspectsBucket() {
		this.service.state = new BucketLockState(BUCKET, "acme", BucketLockState.Status.HELD,
				new LockHolder(4711, "web-1", "orders", NOW, true), "somebody has it");
		assertThat(this.endpoint.bucketLocks("acme")).isEqualTo(
				new BucketStateDescriptor(BUCKET.toString(), "acme", BucketLockState.Status.HELD, "somebody has it",
						new BucketStateDescriptor.HolderDescriptor(4711L, "web-1", "orders", NOW, true)));
		assertThat(this.service.inspected).containsExactly(BUCKET);
	}

	@Test
	void inventsNoHolder() {
		this.service.state = new BucketLockState(BUCKET, "acme", BucketLockState.Status.UNKNOWN,
				new LockHolder(0, null, null, null, true), "unclear");
		assertThat(this.endpoint.bucketLocks("acme")).extracting("holder")
			.isEqualTo(new BucketStateDescriptor.HolderDescriptor(null, null, null, null, true));
		this.service.state = new BucketLockState(BUCKET, "acme", BucketLockState.Status.FREE, null, "free");
		assertThat(this.endpoint.bucketLocks("acme")).extracting("holder").isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a\0b" })
	void refusesMalformedPath(String path) {
		assertThatExceptionOfType(InvalidEndpointRequestException.class)
			.isThrownBy(() -> this.endpoint.bucketLocks(path));
		assertThat(this.service.inspected).isEmpty();
	}

	@Test
	void refusesPathThatIsNoBucket() {
		this.service.failure = new BucketValidationException(BucketValidationException.Reason.BUCKET_DIR_MISSING,
				"acme", BUCKET, "there is no such directory", null);
		assertThatExceptionOfType(InvalidEndpointRequestException.class)
			.isThrownBy(() -> this.endpoint.bucketLocks("acme"))
			.withMessage("Bucket 'acme' cannot be locked: there is no such directory");
	}

	private static HeldLock held(String id, Instant acquiredAt) {
		return new HeldLock(id, LockKind.BUCKET, "acme", BUCKET, "holder", acquiredAt, 2, 42, true);
	}

	static class Service implements BucketLockService {

		private final List<HeldLock> held = new ArrayList<>();

		private final List<WaitingLock> waiting = new ArrayList<>();

		private final List<Path> inspected = new ArrayList<>();

		private BucketLockState state;

		private RuntimeException failure;

		@Override
		public BucketLock acquire(Path bucket) {
			throw new UnsupportedOperationException();
		}

		@Override
		public BucketLock acquire(Path bucket, Duration waitTimeout) {
			throw new UnsupportedOperationException();
		}

		@Override
		public BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout) {
			throw new UnsupportedOperationException();
		}

		@Override
		public BucketLockState inspect(Path bucket) {
			this.inspected.add(bucket);
			if (this.failure != null) {
				throw this.failure;
			}
			return this.state;
		}

		@Override
		public List<HeldLock> heldLocks() {
			return this.held;
		}

		@Override
		public List<WaitingLock> waitingLocks() {
			return this.waiting;
		}

	}

}
