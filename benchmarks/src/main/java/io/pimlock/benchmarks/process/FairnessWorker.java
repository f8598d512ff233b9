package io.pimlock.benchmarks.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import io.pimlock.benchmarks.contender.Contender;
import io.pimlock.benchmarks.contender.ContenderKind;

/**
 * The main class of a process whose threads all want one lock all the time. It says
 * {@code ready}, waits for a line, goes on for the given time, and prints a line per
 * thread: how long each of its waits was.
 */
final class FairnessWorker {

	private static final int REHEARSALS = 2000;

	private final Contender lock;

	private final long nanos;

	private final long holdNanos;

	private FairnessWorker(Contender lock, long nanos, long holdNanos) {
		this.lock = lock;
		this.nanos = nanos;
		this.holdNanos = holdNanos;
	}

	public static void main(String[] args) throws Exception {
		Path directory = Path.of(args[0]);
		rehearse(directory.resolve("rehearsal-" + ProcessHandle.current().pid()));
		try (Contender lock = ContenderKind.PIMLOCK.open(directory)) {
			FairnessWorker worker = new FairnessWorker(lock, TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[2])),
					TimeUnit.MICROSECONDS.toNanos(Long.parseLong(args[3])));
			System.out.println("ready");
			if (System.in.read() >= 0) {
				worker.work(Integer.parseInt(args[1]));
			}
		}
	}

	/** In a bucket of its own, so that what runs later is compiled. */
	private static void rehearse(Path directory) throws Exception {
		try (Contender lock = ContenderKind.PIMLOCK.open(directory)) {
			for (int i = 0; i < REHEARSALS; i++) {
				lock.lock();
				lock.unlock();
			}
		}
	}

	private void work(int threads) throws InterruptedException {
		List<LongStream.Builder> waits = new ArrayList<>();
		List<Thread> started = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			LongStream.Builder own = LongStream.builder();
			waits.add(own);
			Thread thread = new Thread(() -> loop(own));
			thread.start();
			started.add(thread);
		}
		for (Thread thread : started) {
			thread.join();
		}
		for (LongStream.Builder own : waits) {
			System.out.println(own.build().mapToObj(Long::toString).collect(Collectors.joining(" ")));
		}
	}

	/** A wait that begins before the end counts, however long it takes. */
	private void loop(LongStream.Builder waits) {
		long begin = System.nanoTime();
		try {
			for (long asked = begin; asked - begin < this.nanos; asked = System.nanoTime()) {
				this.lock.lock();
				long had = System.nanoTime();
				waits.add(had - asked);
				hold(had);
				this.lock.unlock();
			}
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Works, as the holder of a lock does. */
	private void hold(long since) {
		while (System.nanoTime() - since < this.holdNanos) {
			Thread.onSpinWait();
		}
	}

}
