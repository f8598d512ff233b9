package io.pimlock.autoconfigure;

import io.pimlock.BucketLockIoException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to do when the kernel lock cannot be relied on in the configured root.
 */
final class KernelLockFailureAnalyzer extends AbstractFailureAnalyzer<BucketLockIoException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BucketLockIoException cause) {
		if (cause.kind() != BucketLockIoException.Kind.UNSUPPORTED) {
			return null;
		}
		return new FailureAnalysis(
				String.valueOf(cause.getMessage()) + cause.bucket().map((path) -> " (" + path + ")").orElse(""),
				"Set pimlock.root to a directory on a local filesystem such as ext4, xfs or tmpfs. Network filesystems "
						+ "may refuse the lock, or grant it to two processes.",
				cause);
	}

}
