package io.pimlock.autoconfigure;

import io.pimlock.NativeAccessException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to set when native code cannot be called.
 */
final class NativeAccessFailureAnalyzer extends AbstractFailureAnalyzer<NativeAccessException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NativeAccessException cause) {
		return new FailureAnalysis(
				"Pimlock cannot call the operating system, so there is no kernel lock and nothing can be locked: "
						+ cause.getMessage(),
				"Allow native code: start the JVM with --enable-native-access=ALL-UNNAMED; on Java 17 to 21 also see to "
						+ "it that the temporary directory is writable and not mounted noexec, or set -Djna.tmpdir to "
						+ "one that is. To run without any locks, set pimlock.enabled=false.",
				cause);
	}

}
