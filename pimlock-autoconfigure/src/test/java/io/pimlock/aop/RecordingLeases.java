package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.HeldLock;
import io.pimlock.WriterLease;
import io.pimlock.WriterLeases;

/**
 * Grants every lease, or fails as it is told to, and remembers what it was asked for.
 */
class RecordingLeases implements WriterLeases {

	final List<String> calls = new ArrayList<>();

	RuntimeException failureOnAcquire;

	@Override
	public WriterLease acquire(Path root, String runId) {
		this.calls.add("acquire " + root + " " + runId);
		if (this.failureOnAcquire != null) {
			throw this.failureOnAcquire;
		}
		return new WriterLease() {

			@Override
			public Path root() {
				return root;
			}

			@Override
			public String runId() {
				return runId;
			}

			@Override
			public Instant acquiredAt() {
				return Instant.EPOCH;
			}

			@Override
			public boolean isIntact() {
				return true;
			}

			@Override
			public void close() {
				RecordingLeases.this.calls.add("close " + runId);
			}

		};
	}

	@Override
	public boolean isHeld(Path root, String runId) {
		throw new UnsupportedOperationException();
	}

	@Override
	public List<HeldLock> heldLocks() {
		return List.of();
	}

}
