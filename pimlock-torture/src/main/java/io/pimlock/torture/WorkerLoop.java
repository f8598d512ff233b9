package io.pimlock.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.torture.JournalLine.Event;

/**
 * One thread of a worker with Pimlock: takes buckets in every way that the API has.
 */
final class WorkerLoop {

	private final WorkerArguments arguments;

	private final BucketLockService locks;

	private final BooleanSupplier finishing;

	private final Section section;

	private final Probes probes;

	private final List<Path> buckets;

	private final Random random;

	private final boolean broken;

	WorkerLoop(WorkerArguments arguments, int thread, BucketLockService locks, Journal journal,
			BooleanSupplier finishing) {
		this.arguments = arguments;
		this.locks = locks;
		this.finishing = finishing;
		this.section = new Section(arguments, thread, journal);
		this.probes = new Probes(locks, this.section);
		this.buckets = new Ground(arguments.directory()).buckets(arguments.buckets());
		this.random = new Random(arguments.seed() + thread);
		this.broken = WorkerKind.ofWorker(arguments.worker()) == WorkerKind.BROKEN;
	}

	void run(int descriptors) {
		this.section.note(Event.READY, null, descriptors, -1, Runtime.version().toString());
		while (!this.finishing.getAsBoolean()) {
			Path bucket = this.buckets.get(this.random.nextInt(this.buckets.size()));
			try {
				step(bucket);
			}
			catch (BucketLockLostException ex) {
				this.section.note(Event.LOST, bucket, ex.fencingToken(), -1, String.valueOf(ex.getMessage()));
			}
			catch (Exception | Error ex) {
				this.section.trouble(bucket, ex);
				LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
			}
			pause();
		}
	}

	private void step(Path bucket) throws Exception {
		int dice = this.random.nextInt(100);
		long begin = System.nanoTime();
		if (this.broken) {
			this.section.enter(bucket, -1, -1);
			pause();
			this.section.exit(bucket);
		}
		else if (dice < 15) {
			Optional<BucketLock> lock = this.locks.tryAcquire(bucket);
			if (lock.isPresent()) {
				use(lock.get(), System.nanoTime() - begin, dice);
			}
			else {
				this.section.note(Event.BUSY, bucket, -1, System.nanoTime() - begin, "try");
			}
		}
		else {
			List<Path> wanted = new ArrayList<>(List.of(bucket));
			if (dice < 25) {
				wanted.add(this.buckets.get(this.random.nextInt(this.buckets.size())));
			}
			BucketLock lock;
			try {
				lock = (wanted.size() == 1) ? this.locks.acquire(bucket)
						: this.locks.acquireAll(wanted, this.arguments.waitTimeout());
			}
			catch (BucketBusyException ex) {
				this.section.note(Event.BUSY, bucket, -1, System.nanoTime() - begin, "timeout");
				return;
			}
			use(lock, System.nanoTime() - begin, dice);
		}
	}

	private void use(BucketLock lock, long waited, int dice) throws Exception {
		try (lock) {
			long wait = waited;
			for (BucketLock member : lock.members()) {
				this.section.enter(member.bucket(), member.fencingToken(), wait);
				// one call, one wait
				wait = -1;
			}
			if (dice < 40) {
				this.probes.reenter(lock.members().get(0));
			}
			else if (dice < 50) {
				this.probes.inspect(lock);
			}
			pause();
			for (BucketLock member : lock.members()) {
				this.section.exit(member.bucket());
			}
		}
		if (dice >= 95) {
			this.locks.inspect(lock.bucket());
		}
	}

	/** Half of the time not at all. */
	private void pause() {
		if (this.random.nextBoolean()) {
			LockSupport.parkNanos((long) (this.arguments.work().toNanos() * this.random.nextDouble()));
		}
	}

}
