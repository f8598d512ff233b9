package io.pimlock;

import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Somebody holds the run's writer lease: a live writer, in this process or another. The
 * caller holds nothing that it did not hold before.
 */
public final class WriterBusyException extends PimlockException {

	private static final long serialVersionUID = 1L;

	private final String runId;

	private final transient @Nullable LockHolder holder;

	/**
	 * Creates the exception.
	 * @param runId the run
	 * @param holder who holds the lease, null if unknown
	 */
	public WriterBusyException(String runId, @Nullable LockHolder holder) {
		super("Run '" + runId + "' has a live writer, " + ((holder != null) ? holder.describe() : "an unknown process")
				+ "; a second one is refused", null);
		this.runId = Objects.requireNonNull(runId, "runId");
		this.holder = holder;
	}

	/**
	 * The run whose lease is held. The holder may know it by another id with the same
	 * lock file.
	 * @return its id as the caller named it
	 */
	public String runId() {
		return this.runId;
	}

	/**
	 * Who holds the lease.
	 * @return what the kernel tells of the holder, empty if it does not, or after
	 * deserialization
	 */
	public Optional<LockHolder> holder() {
		return Optional.ofNullable(this.holder);
	}

}
