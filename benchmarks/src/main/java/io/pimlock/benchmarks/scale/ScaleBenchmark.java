package io.pimlock.benchmarks.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import io.pimlock.actuate.BucketLocksEndpoint;
import io.pimlock.benchmarks.results.Results;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;

/**
 * Many buckets one after the other, and many at once.
 */
final class ScaleBenchmark {

	private static final int ROUNDS = 10;

	/** What a JVM has open besides locks. */
	private static final int OTHER_DESCRIPTORS = 300;

	private final String place;

	private final Path root;

	private final Results results;

	private ScaleBenchmark(String place, Path root, Results results) {
		this.place = place;
		this.root = root;
		this.results = results;
	}

	/**
	 * Runs it.
	 * @param args filesystem and directory ({@code ext4=/data}), where the results go,
	 * {@code full} or {@code quick}
	 */
	public static void main(String[] args) throws Exception {
		String[] disk = args[0].split("=", 2);
		boolean quick = args[2].equals("quick");
		Path root = Files.createTempDirectory(Path.of(disk[1]), "scale");
		ScaleBenchmark benchmark = new ScaleBenchmark(disk[0], root, new Results(Path.of(args[1], "scale.json")));
		try (Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults())) {
			int buckets = quick ? 5_000 : 100_000;
			benchmark.create(buckets);
			benchmark.oneAfterTheOther(pimlock.buckets(), buckets);
			long most = Math.min(quick ? 1_000 : 10_000, Descriptors.limit() - OTHER_DESCRIPTORS);
			benchmark.allAtOnce(pimlock.buckets(), (int) most);
		}
	}

	private void create(int count) throws IOException {
		for (int i = 0; i < count; i++) {
			Files.createDirectories(path(i));
		}
	}

	/**
	 * Many directories in one are slow in some filesystems: a thousand in each. A new
	 * path each time, since a path that is used keeps more than one that is not.
	 */
	private Path path(int bucket) {
		return this.root.resolve(bucket / 1000 + "/" + bucket % 1000);
	}

	private void oneAfterTheOther(BucketLockService buckets, int count) throws Exception {
		Path rehearsal = Files.createDirectory(this.root.resolve("rehearsal"));
		for (int i = 0; i < 5000; i++) {
			buckets.acquire(rehearsal).close();
		}
		long heapBefore = Heap.used();
		long descriptorsBefore = Descriptors.open();
		double first = takeEach(buckets, count);
		double again = takeEach(buckets, count);
		long heapLeft = Heap.used() - heapBefore;
		long descriptorsLeft = Descriptors.open() - descriptorsBefore;
		this.results.add("ONE_AFTER_THE_OTHER", "place", this.place, "buckets", count, "firstNanos", first,
				"againNanos", again, "heapLeftBytes", heapLeft, "descriptorsLeft", descriptorsLeft);
		say("%d buckets in turn: %.1f us each at first, %.1f us again; %d bytes and %d descriptors left", count,
				first / 1e3, again / 1e3, heapLeft, descriptorsLeft);
	}

	private double takeEach(BucketLockService buckets, int count) {
		long begin = System.nanoTime();
		for (int i = 0; i < count; i++) {
			buckets.acquire(path(i), Duration.ZERO).close();
		}
		return (System.nanoTime() - begin) / (double) count;
	}

	private void allAtOnce(BucketLockService buckets, int count) throws Exception {
		BucketLocksEndpoint endpoint = new BucketLocksEndpoint(buckets, Path::toAbsolutePath);
		BucketLock[] held = new BucketLock[count];
		long heapBefore = Heap.used();
		long descriptorsBefore = Descriptors.open();
		long begin = System.nanoTime();
		for (int i = 0; i < held.length; i++) {
			held[i] = buckets.acquire(path(i), Duration.ZERO);
		}
		double acquire = (System.nanoTime() - begin) / (double) held.length;
		double heap = (Heap.used() - heapBefore) / (double) held.length;
		double descriptors = (Descriptors.open() - descriptorsBefore) / (double) held.length;
		long[] list = times(() -> require(buckets.heldLocks().size() == held.length));
		long[] read = times(() -> require(endpoint.bucketLocks(null) != null));
		begin = System.nanoTime();
		for (BucketLock lock : held) {
			lock.close();
		}
		double release = (System.nanoTime() - begin) / (double) held.length;
		this.results.add("ALL_AT_ONCE", "place", this.place, "buckets", held.length, "acquireNanos", acquire,
				"releaseNanos", release, "heapBytesPerLock", heap, "descriptorsPerLock", descriptors, "heldLocksNanos",
				list, "endpointNanos", read);
		say("%d at once: %.0f bytes and %.2f descriptors each; heldLocks() %.1f ms, endpoint %.1f ms", held.length,
				heap, descriptors, median(list) / 1e6, median(read) / 1e6);
	}

	private static long[] times(Runnable body) {
		long[] nanos = new long[ROUNDS];
		for (int i = 0; i < ROUNDS; i++) {
			long begin = System.nanoTime();
			body.run();
			nanos[i] = System.nanoTime() - begin;
		}
		return nanos;
	}

	private static void require(boolean condition) {
		if (!condition) {
			throw new IllegalStateException("Not all locks are listed");
		}
	}

	private static long median(long[] values) {
		return Arrays.stream(values).sorted().skip(values.length / 2).findFirst().orElseThrow();
	}

	private static void say(String format, Object... values) {
		System.out.println("scale     " + String.format(Locale.ROOT, format, values));
	}

}
