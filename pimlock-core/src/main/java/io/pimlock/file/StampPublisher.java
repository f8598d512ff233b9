package io.pimlock.file;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the flag under a held guard: sees to it that record and stamp are this
 * process's, then links the stamp to the flag's name, which nobody ever sees half-done.
 */
final class StampPublisher {

	private final LockFiles files;

	private final ProcessIdentity self;

	private final byte[] content;

	StampPublisher(LockFiles files, ProcessIdentity self) {
		this.files = files;
		this.self = self;
		this.content = PidFile.content(self.pid());
	}

	/**
	 * Publishes the flag.
	 * @return the claim, or null if a program of another kind was faster, or removed the
	 * stamp
	 */
	@Nullable BucketClaim publish(Guard guard, Bucket bucket, PimlockOptions options) throws LockFileException {
		GuardRecord record = guard.record();
		FileStatus stamp = this.files.status(bucket.stamp());
		long bound = (record != null) ? record.tokenBound() : 0;
		long token;
		if (record != null && stamp != null && isOurs(record, stamp)) {
			token = FencingTokens.PROCESS.next();
			if (token > bound) {
				token = FencingTokens.PROCESS.nextAbove(bound);
				record = record.withTokenBound(FencingTokens.boundFrom(token));
				guard.write(record);
			}
		}
		else {
			token = FencingTokens.PROCESS.nextAbove(bound);
			record = replaceStamp(guard, bucket, options, FencingTokens.boundFrom(token), stamp);
			stamp = this.files.status(bucket.stamp());
			if (stamp == null) {
				return null;
			}
			record = record.withStamp(identity(stamp));
			guard.write(record);
		}
		FileStatus published = link(guard, bucket, options, record, stamp);
		return (published != null) ? new BucketClaim(this.files, guard, bucket, record, published, token) : null;
	}

	/**
	 * Only the process that wrote the stamp may trust it, and only if its record was
	 * completed after the stamp was.
	 */
	private boolean isOurs(GuardRecord record, FileStatus stamp) {
		return record.state() == GuardRecord.State.READY && record.process().nonce().equals(this.self.nonce())
				&& stamp.isRegular() && stamp.size() == this.content.length && identity(stamp).equals(record.stamp());
	}

	/**
	 * The record says PENDING first, so that whatever fails here leaves no trusted stamp.
	 */
	private GuardRecord replaceStamp(Guard guard, Bucket bucket, PimlockOptions options, long tokenBound,
			@Nullable FileStatus stamp) throws LockFileException {
		if (stamp != null && !stamp.isRegular()) {
			throw new LockFileException("open", bucket.stamp(), Reason.NOT_REGULAR, "Is " + stamp.type().description());
		}
		String application = (options.application() != null) ? options.application() : "";
		GuardRecord pending = new GuardRecord(GuardRecord.State.PENDING, this.self, application, tokenBound, "");
		guard.write(pending);
		if (stamp != null) {
			this.files.delete(bucket.stamp());
		}
		this.files.createWithContent(bucket.stamp(), this.content, options.filePermissions());
		return pending;
	}

	private @Nullable FileStatus link(Guard guard, Bucket bucket, PimlockOptions options, GuardRecord record,
			FileStatus stamp) throws LockFileException {
		try {
			this.files.link(bucket.stamp(), bucket.flag());
			return stamp;
		}
		catch (LockFileException ex) {
			return switch (ex.reason()) {
				case EXISTS -> null;
				case MISSING -> unlessDirectoryIsGone(bucket, ex);
				// EPERM is how filesystems without hard links answer (link(2))
				case PERMISSION, UNSUPPORTED -> create(guard, bucket, options, record);
				default -> throw ex;
			};
		}
	}

	/** The stamp was removed just now: then try again. */
	private @Nullable FileStatus unlessDirectoryIsGone(Bucket bucket, LockFileException missing)
			throws LockFileException {
		if (this.files.status(bucket.directory()) == null) {
			throw missing;
		}
		return null;
	}

	private @Nullable FileStatus create(Guard guard, Bucket bucket, PimlockOptions options, GuardRecord record)
			throws LockFileException {
		guard.write(record.withState(GuardRecord.State.CREATES));
		try {
			this.files.createWithContent(bucket.flag(), this.content, options.filePermissions());
			return this.files.status(bucket.flag());
		}
		catch (LockFileException ex) {
			guard.write(record);
			if (ex.reason() == Reason.EXISTS) {
				return null;
			}
			throw ex;
		}
	}

	/**
	 * Names a file in the record. Compared only with what the same process reads from the
	 * same filesystem.
	 */
	static String identity(FileStatus status) {
		return status.identity().toString().replace('\n', ' ');
	}

}
