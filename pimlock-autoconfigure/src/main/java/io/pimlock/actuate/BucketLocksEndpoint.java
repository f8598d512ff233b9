package io.pimlock.actuate;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketValidationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint @Endpoint} that shows who holds which bucket and who waits for one.
 * Reading it changes nothing.
 */
@Endpoint(id = "bucketlocks", defaultAccess = Access.READ_ONLY)
public class BucketLocksEndpoint {

	private final BucketLockService locks;

	private final BucketPathResolver paths;

	private final InstantSource clock;

	/**
	 * Creates the endpoint.
	 * @param locks the service whose locks it shows
	 * @param paths makes the paths that it is asked for absolute
	 */
	public BucketLocksEndpoint(BucketLockService locks, BucketPathResolver paths) {
		this(locks, paths, InstantSource.system());
	}

	BucketLocksEndpoint(BucketLockService locks, BucketPathResolver paths, InstantSource clock) {
		this.locks = Objects.requireNonNull(locks, "locks");
		this.paths = Objects.requireNonNull(paths, "paths");
		this.clock = Objects.requireNonNull(clock, "clock");
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
		return new BucketLocksDescriptor(
				this.locks.heldLocks().stream().map((lock) -> HeldLockDescriptor.of(lock, now)).toList(),
				this.locks.waitingLocks().stream().map((lock) -> WaitingLockDescriptor.of(lock, now)).toList());
	}

	/**
	 * One lock of this process.
	 * @param id the id under which the lock is listed
	 * @return the lock, null if this process holds no such lock (any more)
	 */
	@ReadOperation
	public @Nullable HeldLockDescriptor bucketLock(@Selector String id) {
		Instant now = this.clock.instant();
		return this.locks.heldLocks()
			.stream()
			.filter((lock) -> lock.id().equals(id))
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
