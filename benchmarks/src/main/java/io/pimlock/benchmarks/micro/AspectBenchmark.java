package io.pimlock.benchmarks.micro;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What the annotation adds to a call, with an engine that does nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AspectBenchmark {

	/** Where the root is. */
	@Param("")
	public String directory;

	/**
	 * Whether {@code pimlock.root} is set: then each path has to lie inside by its names.
	 */
	@Param({ "false", "true" })
	public boolean root;

	private ConfigurableApplicationContext context;

	private PlainLedger plain;

	private PlainLedger intercepted;

	private LockedLedger locked;

	private String tenant = "tenant-7";

	/**
	 * Starts the application.
	 */
	@Setup
	public void start() {
		String settings = this.root ? "--pimlock.root=" + Path.of(this.directory).toAbsolutePath()
				: "--benchmarks.prefix=/benchmarks/";
		this.context = new SpringApplicationBuilder(AspectApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.run(settings);
		this.plain = new PlainLedger();
		this.intercepted = this.context.getBean(PlainLedger.class);
		this.locked = this.context.getBean(LockedLedger.class);
	}

	/**
	 * Stops the application.
	 */
	@TearDown
	public void stop() {
		this.context.close();
	}

	/**
	 * A call of an object without a proxy.
	 * @return what the call returned
	 */
	@Benchmark
	public int plainCall() {
		return this.plain.append(this.tenant);
	}

	/**
	 * A call through a proxy with an interceptor that only proceeds.
	 * @return what the call returned
	 */
	@Benchmark
	public int emptyInterceptor() {
		return this.intercepted.append(this.tenant);
	}

	/**
	 * A call under the lock of a bucket whose name stands in the annotation.
	 * @return what the call returned
	 */
	@Benchmark
	public int literalPath() {
		return this.locked.appendToOne(this.tenant);
	}

	/**
	 * A call under the lock of a bucket that an argument names.
	 * @return what the call returned
	 */
	@Benchmark
	public int expressionPath() {
		return this.locked.append(this.tenant);
	}

}
