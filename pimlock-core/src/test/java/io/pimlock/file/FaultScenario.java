package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFiles;
import io.pimlock.process.ProcessIdentity;

/**
 * What an engine does while one of its steps goes wrong.
 */
enum FaultScenario {

	/** The first acquisition ever of a bucket. */
	NEW_BUCKET {
		@Override
		void prepare(Path bucket) {
		}
	},

	/** This process was the last to hold the bucket. */
	STEADY {
		@Override
		void prepare(Path bucket) {
			FilePimlock.create(PimlockOptions.defaults()).buckets().acquire(bucket).close();
		}
	},

	/** Its block of fencing tokens is used up. */
	TOKENS_USED_UP {
		@Override
		void prepare(Path bucket) throws Exception {
			STEADY.prepare(bucket);
			rewrite(bucket, (record) -> record.withTokenBound(1));
		}
	},

	/** Another process was the last to hold the bucket. */
	TAKE_OVER {
		@Override
		void prepare(Path bucket) throws Exception {
			STEADY.prepare(bucket);
			rewrite(bucket, FaultScenario::byAnother);
		}
	},

	/** Another Pimlock process died in the bucket. */
	RECLAIM {
		@Override
		void prepare(Path bucket) throws Exception {
			TAKE_OVER.prepare(bucket);
			Files.createLink(bucket.resolve(".lock"), bucket.resolve(".lock.stamp"));
		}
	},

	/** A release of this very process failed half-way. */
	LEFT_BY_US {
		@Override
		void prepare(Path bucket) throws Exception {
			STEADY.prepare(bucket);
			rewrite(bucket, (record) -> record.withState(GuardRecord.State.RELEASED));
			Files.createLink(bucket.resolve(".lock"), bucket.resolve(".lock.stamp"));
		}
	},

	/** A program of another kind died in the bucket. */
	RECLAIM_FOREIGN {
		@Override
		void prepare(Path bucket) throws Exception {
			STEADY.prepare(bucket);
			Files.writeString(bucket.resolve(".lock"), "4000000\n");
		}
	},

	/** A program of another kind died in the bucket before it wrote its pid. */
	RECLAIM_MALFORMED {
		@Override
		void prepare(Path bucket) throws Exception {
			Files.createFile(bucket.resolve(".lock"));
			Files.setLastModifiedTime(bucket.resolve(".lock"), FileTime.fromMillis(0));
		}
	},

	/** The holder re-enters after its files were removed. */
	REENTER {
		@Override
		void prepare(Path bucket) throws Exception {
			STEADY.prepare(bucket);
		}

		@Override
		void run(BucketLockService buckets, Path bucket) throws Exception {
			try (BucketLock outer = buckets.acquire(bucket, Duration.ZERO)) {
				Files.delete(bucket.resolve(".lock"));
				Files.delete(bucket.resolve(".lock.stamp"));
				buckets.acquire(bucket, Duration.ZERO).close();
			}
		}
	},

	/** The holder gives the bucket to another thread of its process. */
	HAND_OVER {
		@Override
		void prepare(Path bucket) throws Exception {
			STEADY.prepare(bucket);
		}

		@Override
		void run(BucketLockService buckets, Path bucket) throws Exception {
			CompletableFuture<Void> next = new CompletableFuture<>();
			Thread waiter = new Thread(() -> {
				try {
					buckets.acquire(bucket, Duration.ofSeconds(1)).close();
					next.complete(null);
				}
				catch (Throwable ex) {
					next.completeExceptionally(ex);
				}
			});
			try (BucketLock first = buckets.acquire(bucket, Duration.ZERO)) {
				waiter.start();
				awaitQueued(waiter);
			}
			finally {
				waiter.join();
			}
			try {
				next.get();
			}
			catch (ExecutionException ex) {
				throw (Exception) ex.getCause();
			}
		}
	};

	abstract void prepare(Path bucket) throws Exception;

	private static void awaitQueued(Thread thread) throws InterruptedException {
		while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
			Thread.sleep(0, 200_000);
		}
	}

	/** Acquires and releases; throws what goes wrong. */
	void run(BucketLockService buckets, Path bucket) throws Exception {
		buckets.acquire(bucket, Duration.ZERO).close();
	}

	private static GuardRecord byAnother(GuardRecord record) {
		ProcessIdentity self = record.process();
		return new GuardRecord(record.state(), record.creates(),
				new ProcessIdentity("another", 4_000_000, 7, self.bootId(), self.namespaces(), self.host()), "another",
				record.tokenBound(), record.stamp());
	}

	private static void rewrite(Path bucket, UnaryOperator<GuardRecord> change) throws Exception {
		try (LockFile guard = LockFiles.system().open(bucket.resolve(".lock.guard"))) {
			GuardRecord record = GuardRecordFormat.parse(guard.read(GuardRecordFormat.READ_LIMIT));
			guard.write(GuardRecordFormat.format(change.apply(record)));
		}
	}

}
