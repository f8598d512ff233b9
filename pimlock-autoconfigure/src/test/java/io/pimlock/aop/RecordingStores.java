package io.pimlock.aop;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.HeldLock;
import io.pimlock.StoreLock;
import io.pimlock.StoreLockMode;
import io.pimlock.StoreLocks;
import io.pimlock.WaitingLock;

/**
 * Grants every store's lock and remembers what it was asked for.
 */
class RecordingStores implements StoreLocks {

	final List<String> calls = new ArrayList<>();

	@Override
	public StoreLock own(Path store) {
		return grant("own " + store, store, StoreLockMode.OWN);
	}

	@Override
	public StoreLock stage(Path store) {
		return grant("stage " + store, store, StoreLockMode.STAGE);
	}

	@Override
	public StoreLock stage(Path store, Duration waitTimeout) {
		return grant("stage " + store + " " + waitTimeout, store, StoreLockMode.STAGE);
	}

	@Override
	public StoreLock collect(Path store) {
		return grant("collect " + store, store, StoreLockMode.COLLECT);
	}

	private StoreLock grant(String call, Path store, StoreLockMode mode) {
		this.calls.add(call);
		return new StoreLock() {

			@Override
			public Path store() {
				return store;
			}

			@Override
			public StoreLockMode mode() {
				return mode;
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
				RecordingStores.this.calls.add("close " + mode);
			}

		};
	}

	@Override
	public List<HeldLock> heldLocks() {
		return List.of();
	}

	@Override
	public List<WaitingLock> waitingLocks() {
		return List.of();
	}

}
