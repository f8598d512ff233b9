package io.pimlock.file;

import java.util.OptionalInt;

import io.pimlock.LockHolder;
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
	 * Describes whoever the flag names, as well as that can be done by looking.
	 * @return the holder, or null if there is no flag or it cannot be read
	 */
	@Nullable LockHolder current(Bucket bucket) {
		try {
			byte[] content = this.files.read(bucket.flag(), PidFile.READ_LIMIT);
			if (content == null) {
				return null;
			}
			OptionalInt pid = PidFile.parse(content);
			GuardRecord record = record(bucket);
			if (record != null && pid.isPresent() && pid.getAsInt() == record.process().pid()) {
				return of(bucket, record, ProcessTable.liveness(record.process()) != Liveness.DEAD);
			}
			return of(bucket, pid, pid.isEmpty() || ProcessTable.isAlive(pid.getAsInt()));
		}
		catch (LockFileException ex) {
			return null;
		}
	}

	private static @Nullable String nullIfEmpty(String text) {
		return text.isEmpty() ? null : text;
	}

}
