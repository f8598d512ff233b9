package io.pimlock.benchmarks.micro;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.pimlock.benchmarks.contender.Contender;
import io.pimlock.benchmarks.contender.ContenderKind;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * Threads of one JVM that take turns on one lock and do nothing under it. Counts besides
 * how often the lock went to another thread than the one that had it before: a lock that
 * is not fair can be fast because it seldom does. The threads are virtual with
 * {@code -Djmh.executor=VIRTUAL} in the fork.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ContendedBenchmark {

	/** Where the lock's files are. */
	@Param("")
	public String directory;

	/** Which lock. */
	@Param
	public ContenderKind contender;

	private Contender lock;

	private @Nullable Counts last;

	/**
	 * Opens the lock.
	 * @throws Exception if that fails
	 */
	@Setup
	public void open() throws Exception {
		this.lock = this.contender.open(Path.of(this.directory));
	}

	/**
	 * Closes the lock.
	 * @throws Exception if that fails
	 */
	@TearDown
	public void close() throws Exception {
		this.lock.close();
	}

	/**
	 * What is measured.
	 * @param own the counts of the thread
	 * @throws Exception if that fails
	 */
	@Benchmark
	public void takeTurn(Counts own) throws Exception {
		this.lock.lock();
		if (this.last != own) {
			this.last = own;
			own.handOvers++;
		}
		this.lock.unlock();
	}

	/**
	 * What one thread counts.
	 */
	@State(Scope.Thread)
	@AuxCounters
	public static class Counts {

		/** How often it got the lock after another thread. */
		public long handOvers;

	}

}
