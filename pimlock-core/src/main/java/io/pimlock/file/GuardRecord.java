package io.pimlock.file;

import io.pimlock.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/**
 * What the guard file says about the process that last held the bucket. It is written
 * only by the holder of the guard's kernel lock.
 *
 * @param state how far that process got
 * @param creates whether it publishes by creating the flag, for want of hard links
 * @param process who it is
 * @param application its application's name, empty if it has none
 * @param tokenBound the largest fencing token that it may hand out
 * @param stamp identifies the stamp file that it wrote, empty before it has
 */
record GuardRecord(State state, boolean creates, ProcessIdentity process, String application, long tokenBound,
		String stamp) {

	/**
	 * Whether it was written in an application's name.
	 * @param application the name, null for none
	 */
	boolean isOf(@Nullable String application) {
		String name = (application != null) ? application : "";
		return this.application.equals(name) || this.application.equals(GuardRecordFormat.printable(name));
	}

	GuardRecord withState(State state) {
		return new GuardRecord(state, this.creates, this.process, this.application, this.tokenBound, this.stamp);
	}

	GuardRecord withStamp(String stamp) {
		return new GuardRecord(State.READY, this.creates, this.process, this.application, this.tokenBound, stamp);
	}

	GuardRecord withoutStamp() {
		return new GuardRecord(this.state, this.creates, this.process, this.application, this.tokenBound, "");
	}

	GuardRecord withTokenBound(long tokenBound) {
		return new GuardRecord(this.state, this.creates, this.process, this.application, tokenBound, this.stamp);
	}

	GuardRecord withCreates(boolean creates) {
		return new GuardRecord(this.state, creates, this.process, this.application, this.tokenBound, this.stamp);
	}

	/**
	 * How far the process got.
	 */
	enum State {

		/** It is replacing the stamp; nobody may trust what lies there. */
		PENDING,

		/** The stamp is complete and its own; it publishes by hard link. */
		READY,

		/**
		 * It holds nothing, but something of its, or something that its successor moved
		 * aside, may lie there; nobody may take anything for granted.
		 */
		RELEASED

	}

}
