package io.pimlock.actuate;

import java.time.Instant;

import io.pimlock.BucketLockState;
import io.pimlock.LockHolder;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of what a look at a bucket found.
 *
 * @param path the directory, absolute
 * @param bucket the bucket's id: the name of its directory
 * @param status the verdict
 * @param explanation why the verdict is what it is
 * @param holder who holds or last held it, null if nobody or unknown
 */
public record BucketStateDescriptor(String path, String bucket, BucketLockState.Status status, String explanation,
		@Nullable HolderDescriptor holder) implements OperationResponseBody {

	static BucketStateDescriptor of(BucketLockState state) {
		return new BucketStateDescriptor(state.bucket().toString(), state.bucketId(), state.status(),
				state.explanation(), state.holder().map(HolderDescriptor::of).orElse(null));
	}

	/**
	 * Description of a holder.
	 *
	 * @param pid the process id, null if unknown
	 * @param host the host's name, null if unknown
	 * @param application the application's name, null if unknown
	 * @param acquiredAt when its process took the bucket, null if unknown
	 * @param alive whether the holder is alive, or has to be taken for alive
	 */
	public record HolderDescriptor(@Nullable Long pid, @Nullable String host, @Nullable String application,
			@Nullable Instant acquiredAt, boolean alive) {

		static HolderDescriptor of(LockHolder holder) {
			return new HolderDescriptor((holder.pid() > 0) ? holder.pid() : null, holder.host(), holder.application(),
					holder.acquiredAt(), holder.alive());
		}

	}

}
