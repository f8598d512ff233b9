package io.pimlock.actuate;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketValidationException;
import io.pimlock.HeldLock;
import io.pimlock.StoreLocks;
import io.pimlock.WaitingLock;
import io.pimlock.WriterLeases;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint @Endpoint} that shows who holds which lock and who waits for one.
 * Reading it changes nothing.
 */
@Endpoint(id = "bucketlocks", defaultAccess = Access.READ_ONLY)
public class BucketLocksEndpoint {

	private final BucketLockService locks;

	private final Supplier<List<HeldLock>> otherHeld;

	private final Supplier<List<WaitingLock>> otherWaiting;

	private final BucketPathResolver paths;

	private final InstantSource clock;

	/**
	 * Creates the endpoint.
	 * @param locks the service whose locks it shows
	 * @param paths makes the paths that it is asked for absolute
	 */
	public BucketLocksEndpoint(BucketLockService locks, BucketPathResolver paths) {
		this(locks, List::of, List::of, paths, InstantSource.system());
	}

	/**
	 * Creates the endpoint for all lock systems.
	 * @param locks the service whose buckets it shows
	 * @param leases yields the service whose leases it shows, or null
	 * @param stores yields the service whose stores it shows, or null
	 * @param paths makes the paths that it is asked for absolute
	 */
	public BucketLocksEndpoint(BucketLockService locks, Supplier<? extends @Nullable WriterLeases> leases,
			Supplier<? extends @Nullable StoreLocks> stores, BucketPathResolver paths) {
		this(locks, () -> held(leases.get(), stores.get()), () -> waiting(stores.get()), paths, InstantSource.system());
	}

	private BucketLocksEndpoint(BucketLockService locks, Supplier<List<HeldLock>> otherHeld,
			Supplier<List<WaitingLock>> otherWaiting, BucketPathResolver paths, InstantSource clock) {
		this.locks = Objects.requireNonNull(locks, "locks");
		this.otherHeld = otherHeld;
		this.otherWaiting = otherWaiting;
		this.paths = Objects.requireNonNull(paths, "paths");
		this.clock = Objects.requireNonNull(clock, "clock");
	}

	BucketLocksEndpoint(BucketLockService locks, BucketPathResolver paths, InstantSource clock) {
		this(locks, List::of, List::of, paths, clock);
	}

	private static List<HeldLock> held(@Nullable WriterLeases leases, @Nullable StoreLocks stores) {
		List<HeldLock> held = new ArrayList<>();
		if (leases != null) {
			held.addAll(leases.heldLocks());
		}
		if (stores != null) {
			held.addAll(stores.heldLocks());
		}
		return held;
	}

	private static List<WaitingLock> waiting(@Nullable StoreLocks stores) {
		return (stores != null) ? stores.waitingLocks() : List.of();
	}

	/** Oldest first. */
	private Stream<HeldLock> held() {
		return Stream.concat(this.locks.heldLocks().stream(), this.otherHeld.get().stream())
			.sorted(Comparator.comparing(HeldLock::acquiredAt));
	}

	/** Longest wait first. */
	private Stream<WaitingLock> waiting() {
		return Stream.concat(this.locks.waitingLocks().stream(), this.otherWaiting.get().stream())
			.sorted(Comparator.comparing(WaitingLock::since));
	}

	/**
	 * The locks of this process or, if a path is given, the state of that bucket, whoever
	 * holds it.
	 * @param path the directory of the bucket to inspect, null for the locks of this
	 * process
	 * @return a {@link BucketLocksDescriptor}, or a {@link BucketStateDescriptor}
	 * @throws InvalidEndpointRequestException if the path names no bucket
	 */
	@ReadOperation
	public OperationResponseBody bucketLocks(@Nullable String path) {
		if (path != null) {
			return BucketStateDescriptor.of(inspect(path));
		}
		Instant now = this.clock.instant();
		return new BucketLocksDescriptor(held().map((lock) -> HeldLockDescriptor.of(lock, now)).toList(),
				waiting().map((lock) -> WaitingLockDescriptor.of(lock, now)).toList());
	}

	/**
	 * One lock of this process.
	 * @param id the id under which the lock is listed
	 * @return the lock, null if this process holds no such lock (any more)
	 */
	@ReadOperation
	public @Nullable HeldLockDescriptor bucketLock(@Selector String id) {
		Instant now = this.clock.instant();
		return held().filter((lock) -> lock.id().equals(id))
			.findFirst()
			.map((lock) -> HeldLockDescriptor.of(lock, now))
			.orElse(null);
	}

	private BucketLockState inspect(String path) {
		if (path.isBlank()) {
			throw invalid("The path is blank");
		}
		try {
			return this.locks.inspect(this.paths.resolve(Path.of(path)));
		}
		catch (InvalidPathException ex) {
			throw invalid("The path is malformed: " + ex.getReason());
		}
		catch (BucketValidationException ex) {
			throw invalid(String.valueOf(ex.getMessage()));
		}
	}

	private static InvalidEndpointRequestException invalid(String reason) {
		return new InvalidEndpointRequestException(reason, reason);
	}

}
