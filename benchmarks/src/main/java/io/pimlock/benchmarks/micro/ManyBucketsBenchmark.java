package io.pimlock.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.pimlock.Pimlock;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Threads of one JVM, each on a bucket that it chooses at random each time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ManyBucketsBenchmark {

	/** Where the buckets are. */
	@Param("")
	public String directory;

	/** How many there are. */
	@Param({ "1", "16", "1024" })
	public int buckets;

	private Path[] paths;

	private Pimlock pimlock;

	/**
	 * Creates the buckets, and takes each once: the first acquisition does more.
	 * @throws IOException if that fails
	 */
	@Setup
	public void open() throws IOException {
		this.pimlock = FilePimlock.create(PimlockOptions.defaults().withWaitTimeout(Duration.ofMinutes(10)));
		this.paths = new Path[this.buckets];
		for (int i = 0; i < this.buckets; i++) {
			this.paths[i] = Files.createDirectories(Path.of(this.directory, "many", Integer.toString(i)));
			this.pimlock.buckets().acquire(this.paths[i]).close();
		}
	}

	/**
	 * Closes the engine.
	 */
	@TearDown
	public void close() {
		this.pimlock.close();
	}

	/**
	 * What is measured.
	 */
	@Benchmark
	public void acquireAndRelease() {
		Path bucket = this.paths[ThreadLocalRandom.current().nextInt(this.paths.length)];
		this.pimlock.buckets().acquire(bucket).close();
	}

}
