package io.pimlock;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Who holds, or last held, a lock. What is not known is null or zero, never a guess.
 *
 * @param pid the process id as its own pid namespace counts, 0 if unknown
 * @param host the holder's host name, null if unknown (programs that only write their pid
 * do not say)
 * @param application the holder's application name, null if unknown
 * @param acquiredAt when its process took the bucket, by the filesystem's clock, null if
 * unknown
 * @param alive whether the holder is alive, or has to be taken for alive
 */
public record LockHolder(long pid, @Nullable String host, @Nullable String application, @Nullable Instant acquiredAt,
		boolean alive) {

	/**
	 * A short description for messages, such as
	 * {@code process 4711 (orders on host web-1)}.
	 * @return the description; it contains no path
	 */
	public String describe() {
		String process = (this.pid > 0) ? "process " + this.pid : "an unknown process";
		if (this.application == null && this.host == null) {
			return process;
		}
		String application = (this.application != null) ? this.application : "an unnamed application";
		return process + " (" + application + ((this.host != null) ? " on host " + this.host : "") + ")";
	}

}
