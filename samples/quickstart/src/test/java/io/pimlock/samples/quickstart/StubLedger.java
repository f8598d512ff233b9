package io.pimlock.samples.quickstart;

import java.time.Duration;
import java.util.List;

/**
 * A ledger that answers without a lock, or fails as told.
 */
class StubLedger extends Ledger {

	static final long PID = 4711;

	static final long TOKEN = 42;

	private RuntimeException failure;

	StubLedger(Buckets buckets) {
		super(buckets, null);
	}

	void failWith(RuntimeException failure) {
		this.failure = failure;
	}

	@Override
	public AppendedEntry append(String bucket, String text) {
		failIfTold();
		return new AppendedEntry(1, PID, text, TOKEN);
	}

	@Override
	public Hold hold(String bucket, Duration duration) {
		failIfTold();
		return new Hold(bucket, PID, TOKEN, duration.toMillis());
	}

	@Override
	public List<LedgerEntry> entries(String bucket) {
		failIfTold();
		return super.entries(bucket);
	}

	private void failIfTold() {
		if (this.failure != null) {
			throw this.failure;
		}
	}

}
