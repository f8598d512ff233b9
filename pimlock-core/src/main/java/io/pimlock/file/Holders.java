package io.pimlock.file;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;

import io.pimlock.BucketValidationException;
import io.pimlock.LockHolder;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.process.ProcessIdentity;
import io.pimlock.process.ProcessTable;
import io.pimlock.process.ProcessTable.Liveness;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who holds a bucket, for messages and inspections. Never locks anything.
 */
final class Holders {

	private final LockFiles files;

	Holders(LockFiles files) {
		this.files = files;
	}

	/**
	 * Reads the record without the guard's lock.
	 * @return the record, or null if there is none that can be trusted or read
	 */
	@Nullable GuardRecord record(Bucket bucket) {
		try (LockFile guard = this.files.openReadOnly(bucket.guard())) {
			return guard.status().isRegular() ? GuardRecordFormat.parse(guard.read(GuardRecordFormat.READ_LIMIT))
					: null;
		}
		catch (LockFileException ex) {
			return null;
		}
	}

	/**
	 * Describes a process by its record.
	 */
	LockHolder of(Bucket bucket, GuardRecord record, boolean alive) {
		ProcessIdentity process = record.process();
		return new LockHolder(process.pid(), nullIfEmpty(process.host()), nullIfEmpty(record.application()),
				this.files.changed(bucket.flag()), alive);
	}

	/**
	 * Describes a process of which only the pid is known.
	 */
	LockHolder of(Bucket bucket, OptionalInt pid, boolean alive) {
		return new LockHolder(pid.orElse(0), null, null, this.files.changed(bucket.flag()), alive);
	}

	/**
	 * Describes who has a file locked that does not say so itself.
	 * @return what the kernel tells, null if nothing
	 */
	@Nullable LockHolder ofKernelLock(Path file) {
		OptionalLong pid = this.files.lockHolder(file);
		return pid.isPresent() ? new LockHolder(pid.getAsLong(), null, null, null, true) : null;
	}

	/**
	 * Whether a flag was published by the process that the record names.
	 */
	boolean isPublishedBy(GuardRecord record, FlagNode flag, Bucket bucket) throws LockFileException {
		if (record.state() == GuardRecord.State.PENDING) {
			return false;
		}
		if (record.creates()) {
			OptionalInt pid = flag.pid();
			return pid.isPresent() && pid.getAsInt() == record.process().pid();
		}
		FileStatus stamp = this.files.status(bucket.stamp());
		return stamp != null && stamp.isSameFileAs(flag.status());
	}

	/**
	 * Describes whoever is in the way, as well as that can be done by looking. It is
	 * likely to be over in a moment unless a holder certainly is alive: then somebody is
	 * between two steps, or merely looking.
	 */
	Attempt.Busy busy(Bucket bucket) {
		try {
			byte[] content = this.files.read(bucket.flag(), PidFile.READ_LIMIT);
			if (content == null) {
				return new Attempt.Busy(null, true);
			}
			OptionalInt pid = PidFile.parse(content);
			GuardRecord record = record(bucket);
			if (record != null && pid.isPresent() && pid.getAsInt() == record.process().pid()) {
				Liveness liveness = ProcessTable.liveness(record.process());
				return new Attempt.Busy(of(bucket, record, liveness != Liveness.DEAD), liveness != Liveness.ALIVE);
			}
			boolean alive = pid.isEmpty() || ProcessTable.isAlive(pid.getAsInt());
			return new Attempt.Busy(of(bucket, pid, alive), !alive);
		}
		catch (LockFileException ex) {
			return new Attempt.Busy(null, false);
		}
	}

	/**
	 * Checks that a bucket's path still is that bucket: while somebody waited, it may
	 * have become another directory, with another slot.
	 */
	void requireSameDirectory(Bucket bucket) throws LockFileException {
		FileStatus directory = this.files.target(bucket.directory());
		if (directory == null || !directory.identity().equals(bucket.identity())) {
			throw new BucketValidationException(BucketValidationException.Reason.BUCKET_DIR_DISAPPEARED, bucket.id(),
					bucket.directory(), "its directory went away or was replaced while it was being waited for", null);
		}
	}

	private static @Nullable String nullIfEmpty(String text) {
		return text.isEmpty() ? null : text;
	}

}
