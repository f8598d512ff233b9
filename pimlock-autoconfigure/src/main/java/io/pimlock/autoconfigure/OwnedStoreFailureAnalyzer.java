package io.pimlock.autoconfigure;

import java.util.Optional;

import io.pimlock.BucketLockIoException;
import io.pimlock.BucketValidationException;
import io.pimlock.LockHolder;
import io.pimlock.PimlockException;
import io.pimlock.StoreOwnedException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says why a store cannot be owned, who owns it, and what to do.
 */
final class OwnedStoreFailureAnalyzer extends AbstractFailureAnalyzer<OwnedStoreException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, OwnedStoreException cause) {
		PimlockException reason = cause.reason();
		String description = "The store " + cause.store() + ", which pimlock.owned-stores names, cannot be owned: "
				+ reason.getMessage();
		if (reason instanceof StoreOwnedException owned) {
			return new FailureAnalysis(description + owned.holder().flatMap(this::command).orElse(""),
					"Stop the process that owns the store, or take the store out of pimlock.owned-stores.", cause);
		}
		if (reason instanceof BucketValidationException) {
			return new FailureAnalysis(description,
					"Create the store's directory, or correct its path in pimlock.owned-stores.", cause);
		}
		return new FailureAnalysis(description,
				(reason instanceof BucketLockIoException)
						? "Let this process's user write into the store, which has to be on a local filesystem."
						: "Correct pimlock.owned-stores.",
				cause);
	}

	private Optional<String> command(LockHolder holder) {
		return ProcessHandle.of(holder.pid())
			.flatMap((process) -> process.info().command())
			.map((command) -> " (it runs " + command + ")");
	}

}
