package io.pimlock.benchmarks.micro;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.pimlock.benchmarks.contender.Contender;
import io.pimlock.benchmarks.contender.ContenderKind;
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
 * One acquisition and one release of a lock that nobody else wants.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UncontendedBenchmark {

	/** Where the lock's files are. */
	@Param("")
	public String directory;

	/** Which lock. */
	@Param
	public ContenderKind contender;

	private Contender lock;

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
	 * @throws Exception if that fails
	 */
	@Benchmark
	public void acquireAndRelease() throws Exception {
		this.lock.lock();
		this.lock.unlock();
	}

}
