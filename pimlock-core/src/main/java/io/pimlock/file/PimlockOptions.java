package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.pimlock.LockListener;
import org.jspecify.annotations.Nullable;

/**
 * The engine's settings. Immutable; start from {@link #defaults()}.
 *
 * @param waitTimeout how long an acquisition without a timeout of its own waits; zero
 * makes one attempt; default 30 seconds
 * @param pollInterval the longest pause between two looks at a bucket that somebody else
 * holds; positive; default 100 milliseconds
 * @param malformedGrace how old a lock file without a readable pid has to be before it is
 * taken for abandoned: the time that another program may need between creating and
 * writing it; default 2 seconds
 * @param root where relative paths start and what every path must lie inside, symbolic
 * links resolved; null, the default, resolves relative paths like
 * {@link Path#toAbsolutePath()} and confines nothing
 * @param filePermissions the mode of the files that the lock consists of; default
 * {@code rw-------}; add the group's permissions where several users share buckets
 * @param handOverLimit how often in a row the threads of this process may pass a bucket
 * on among themselves without giving it back on disk; more is faster for them, and lets
 * other processes wait longer, though never longer than about 10 milliseconds and one
 * hold; 0 gives it back every time; default 16
 * @param application the name under which other processes see this one, null for none
 * @param listeners who is told of events, in this order
 */
public record PimlockOptions(Duration waitTimeout, Duration pollInterval, Duration malformedGrace, @Nullable Path root,
		Set<PosixFilePermission> filePermissions, int handOverLimit, @Nullable String application,
		List<LockListener> listeners) {

	/**
	 * Checks the settings.
	 * @throws IllegalArgumentException if a duration is negative, the poll interval is
	 * zero, the owner could not read and write the files, or the limit is negative
	 */
	public PimlockOptions {
		requireNotNegative(waitTimeout, "waitTimeout");
		requireNotNegative(pollInterval, "pollInterval");
		requireNotNegative(malformedGrace, "malformedGrace");
		if (pollInterval.isZero()) {
			throw new IllegalArgumentException("pollInterval must be positive");
		}
		filePermissions = Set.copyOf(filePermissions);
		if (!filePermissions.contains(PosixFilePermission.OWNER_READ)
				|| !filePermissions.contains(PosixFilePermission.OWNER_WRITE)) {
			throw new IllegalArgumentException("filePermissions must let the owner read and write (rw-------), but are "
					+ PosixFilePermissions.toString(filePermissions));
		}
		if (handOverLimit < 0) {
			throw new IllegalArgumentException("handOverLimit must not be negative, but is " + handOverLimit);
		}
		listeners = List.copyOf(listeners);
	}

	/**
	 * The settings that apply unless changed.
	 * @return the defaults
	 */
	public static PimlockOptions defaults() {
		return new PimlockOptions(Duration.ofSeconds(30), Duration.ofMillis(100), Duration.ofSeconds(2), null,
				PosixFilePermissions.fromString("rw-------"), 16, null, List.of());
	}

	/**
	 * Changes the wait timeout.
	 * @param waitTimeout how long to wait; zero makes one attempt
	 * @return a copy with that value
	 */
	public PimlockOptions withWaitTimeout(Duration waitTimeout) {
		return new PimlockOptions(waitTimeout, this.pollInterval, this.malformedGrace, this.root, this.filePermissions,
				this.handOverLimit, this.application, this.listeners);
	}

	/**
	 * Changes the poll interval.
	 * @param pollInterval the longest pause between two looks, positive
	 * @return a copy with that value
	 */
	public PimlockOptions withPollInterval(Duration pollInterval) {
		return new PimlockOptions(this.waitTimeout, pollInterval, this.malformedGrace, this.root, this.filePermissions,
				this.handOverLimit, this.application, this.listeners);
	}

	/**
	 * Changes the grace period for lock files without a readable pid.
	 * @param malformedGrace the age from which they count as abandoned
	 * @return a copy with that value
	 */
	public PimlockOptions withMalformedGrace(Duration malformedGrace) {
		return new PimlockOptions(this.waitTimeout, this.pollInterval, malformedGrace, this.root, this.filePermissions,
				this.handOverLimit, this.application, this.listeners);
	}

	/**
	 * Changes the root.
	 * @param root where relative paths start and what confines every path, null for none
	 * @return a copy with that value
	 */
	public PimlockOptions withRoot(@Nullable Path root) {
		return new PimlockOptions(this.waitTimeout, this.pollInterval, this.malformedGrace, root, this.filePermissions,
				this.handOverLimit, this.application, this.listeners);
	}

	/**
	 * Changes the permissions of the lock's files.
	 * @param filePermissions the mode, at least {@code rw-------}
	 * @return a copy with that value
	 */
	public PimlockOptions withFilePermissions(Set<PosixFilePermission> filePermissions) {
		return new PimlockOptions(this.waitTimeout, this.pollInterval, this.malformedGrace, this.root, filePermissions,
				this.handOverLimit, this.application, this.listeners);
	}

	/**
	 * Changes how often threads of this process may pass a bucket on among themselves.
	 * @param handOverLimit how often in a row; 0 for never
	 * @return a copy with that value
	 */
	public PimlockOptions withHandOverLimit(int handOverLimit) {
		return new PimlockOptions(this.waitTimeout, this.pollInterval, this.malformedGrace, this.root,
				this.filePermissions, handOverLimit, this.application, this.listeners);
	}

	/**
	 * Changes the application's name.
	 * @param application the name that other processes see, null for none
	 * @return a copy with that value
	 */
	public PimlockOptions withApplication(@Nullable String application) {
		return new PimlockOptions(this.waitTimeout, this.pollInterval, this.malformedGrace, this.root,
				this.filePermissions, this.handOverLimit, application, this.listeners);
	}

	/**
	 * Changes the listeners.
	 * @param listeners who is told of events, in this order
	 * @return a copy with that value
	 */
	public PimlockOptions withListeners(List<LockListener> listeners) {
		return new PimlockOptions(this.waitTimeout, this.pollInterval, this.malformedGrace, this.root,
				this.filePermissions, this.handOverLimit, this.application, listeners);
	}

	private static void requireNotNegative(Duration value, String name) {
		Objects.requireNonNull(value, name);
		if (value.isNegative()) {
			throw new IllegalArgumentException(name + " must not be negative, but is " + value);
		}
	}

}
