package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

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

	private static final int LONGEST_IDENTITY = 64;

	private final LockFiles files;

	private final FlagRemover remover;

	private final ProcessIdentity self;

	private final byte[] content;

	StampPublisher(LockFiles files, FlagRemover remover, ProcessIdentity self) {
		this.files = files;
		this.remover = remover;
		this.self = self;
		this.content = PidFile.content(self.pid());
	}

	/**
	 * Publishes the flag with the stamp that lies there, whatever has the flag's name:
	 * linking overwrites nothing.
	 * @param record the guard's record, which {@link #isOurs is this process's}
	 * @return the claim, or null if the stamp is not the record's, or if there is a flag
	 */
	@Nullable BucketClaim publishAgain(Guard guard, Bucket bucket, PimlockOptions options, GuardRecord record)
			throws LockFileException {
		FileStatus stamp = this.files.status(bucket.stamp());
		if (stamp == null || !stamp.isRegular() || !identity(stamp).equals(record.stamp())) {
			return null;
		}
		GuardRecord reserved = record;
		long token = FencingTokens.PROCESS.next();
		if (token > record.tokenBound()) {
			token = FencingTokens.PROCESS.nextAbove(record.tokenBound());
			reserved = record.withTokenBound(FencingTokens.boundFrom(token));
			guard.write(reserved);
		}
		return link(guard, bucket, options, reserved, stamp, token);
	}

	/**
	 * Publishes the flag where there was none, with a new stamp if need be.
	 * @param record the guard's record, null if there is none
	 * @return the claim, or null if a program of another kind was faster or came back, or
	 * somebody removed the stamp
	 */
	@Nullable BucketClaim publish(Guard guard, Bucket bucket, PimlockOptions options, @Nullable GuardRecord record)
			throws LockFileException {
		FileStatus stamp = this.files.status(bucket.stamp());
		if (record != null && stamp != null && isOurs(record, options) && identity(stamp).equals(record.stamp())) {
			return publishAgain(guard, bucket, options, record);
		}
		if (this.remover.putBackLeftover(bucket, record)) {
			return null;
		}
		long token = FencingTokens.PROCESS.nextAbove((record != null) ? record.tokenBound() : 0);
		GuardRecord pending = replaceStamp(guard, bucket, options, FencingTokens.boundFrom(token), stamp);
		FileStatus replaced = this.files.status(bucket.stamp());
		if (replaced == null) {
			return null;
		}
		GuardRecord ready = pending.withStamp(identity(replaced));
		guard.write(ready);
		BucketClaim claim = link(guard, bucket, options, ready, replaced, token);
		return (claim != null && !claim.isCreated()) ? verify(claim, guard, bucket, options, ready, replaced, token)
				: claim;
	}

	/**
	 * Whether this process was the last to hold the bucket. Only the process that wrote
	 * the stamp may trust it, and only if its record was completed after the stamp was.
	 */
	boolean isOurs(GuardRecord record, PimlockOptions options) {
		return record.state() == GuardRecord.State.READY && !record.creates()
				&& record.process().nonce().equals(this.self.nonce()) && record.isOf(options.application());
	}

	private static String application(PimlockOptions options) {
		return (options.application() != null) ? options.application() : "";
	}

	/**
	 * The record says PENDING first, so that whatever fails here leaves no trusted stamp.
	 */
	private GuardRecord replaceStamp(Guard guard, Bucket bucket, PimlockOptions options, long tokenBound,
			@Nullable FileStatus stamp) throws LockFileException {
		if (stamp != null && !stamp.isRegular()) {
			throw new LockFileException("open", bucket.stamp(), Reason.NOT_REGULAR, "Is " + stamp.type().description());
		}
		GuardRecord pending = new GuardRecord(GuardRecord.State.PENDING, false, this.self, application(options),
				tokenBound, "");
		guard.write(pending);
		if (stamp != null) {
			this.remover.deleteIfThere(bucket.stamp());
		}
		this.files.createWithContent(bucket.stamp(), this.content, options.filePermissions());
		return pending;
	}

	private @Nullable BucketClaim link(Guard guard, Bucket bucket, PimlockOptions options, GuardRecord record,
			FileStatus stamp, long token) throws LockFileException {
		GuardRecord kept = record.withoutStamp();
		try {
			this.files.link(bucket.stamp(), bucket.flag());
			return new BucketClaim(this.files, guard, bucket, kept, stamp, token, options);
		}
		catch (LockFileException ex) {
			return switch (ex.reason()) {
				case EXISTS -> null;
				case MISSING -> unlessDirectoryIsGone(bucket, ex);
				// EPERM is how filesystems without hard links answer (link(2))
				case PERMISSION, UNSUPPORTED -> create(guard, bucket, options, record, token);
				default -> throw ex;
			};
		}
	}

	/** The stamp was removed just now: then try again. */
	private @Nullable BucketClaim unlessDirectoryIsGone(Bucket bucket, LockFileException missing)
			throws LockFileException {
		if (this.files.status(bucket.directory()) == null) {
			throw missing;
		}
		return null;
	}

	/**
	 * Some filesystems have links, but no number by which both names can be known to be
	 * one file; there the flag cannot be recognised as the stamp's.
	 */
	private @Nullable BucketClaim verify(BucketClaim linked, Guard guard, Bucket bucket, PimlockOptions options,
			GuardRecord record, FileStatus stamp, long token) throws LockFileException {
		FileStatus flag = this.files.status(bucket.flag());
		if (flag == null) {
			return null;
		}
		if (flag.isSameFileAs(stamp)) {
			return linked;
		}
		FlagNode node = FlagNode.read(this.files, bucket, flag);
		if (node == null || !flag.modified().equals(stamp.modified()) || !node.pid().equals(PidFile.parse(this.content))
				|| !this.remover.remove(node, bucket)) {
			// another program has put its own in the place of ours just now
			return null;
		}
		return create(guard, bucket, options, record, token);
	}

	private @Nullable BucketClaim create(Guard guard, Bucket bucket, PimlockOptions options, GuardRecord record,
			long token) throws LockFileException {
		GuardRecord creates = record.withCreates(true);
		GuardRecord kept = creates.withoutStamp();
		guard.write(creates);
		try {
			this.files.createWithContent(bucket.flag(), this.content, options.filePermissions());
		}
		catch (LockFileException ex) {
			guard.write(record);
			if (ex.reason() == Reason.EXISTS) {
				return null;
			}
			throw ex;
		}
		FileStatus flag = this.files.status(bucket.flag());
		return (flag != null) ? new BucketClaim(this.files, guard, bucket, kept, flag, token, options) : null;
	}

	/**
	 * Names the stamp in the record: its inode, which another file may have got by now,
	 * and the time of its content, which that one does not have.
	 */
	static String identity(FileStatus stamp) {
		Instant modified = stamp.modified();
		return inode(stamp) + "@" + modified.getEpochSecond() + "." + modified.getNano();
	}

	/** The beginning of {@link #identity}. */
	static String inode(FileStatus stamp) {
		String text = stamp.identity().toString().replace('\n', ' ');
		// a path, where files have no numbers, may be too long for the record
		return (text.length() <= LONGEST_IDENTITY) ? text
				: UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
	}

}
