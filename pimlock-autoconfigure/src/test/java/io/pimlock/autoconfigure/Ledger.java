package io.pimlock.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import io.pimlock.annotation.BucketLocked;

/**
 * A service with annotated methods.
 */
public class Ledger {

	private final AtomicInteger entered = new AtomicInteger();

	public int entered() {
		return this.entered.get();
	}

	@BucketLocked(path = "#{#bucket}")
	public <T> T with(String bucket, Callable<T> body) throws Exception {
		this.entered.incrementAndGet();
		return body.call();
	}

	@BucketLocked(path = "#{#bucket}", waitTimeout = "0ms")
	public <T> T withAtOnce(String bucket, Callable<T> body) throws Exception {
		this.entered.incrementAndGet();
		return body.call();
	}

	@BucketLocked(path = { "#{#first}", "#{#second}" })
	public <T> T withBoth(String first, String second, Callable<T> body) throws Exception {
		this.entered.incrementAndGet();
		return body.call();
	}

}
