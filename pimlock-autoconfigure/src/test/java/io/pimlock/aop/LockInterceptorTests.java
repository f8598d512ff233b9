package io.pimlock.aop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockLostException;
import io.pimlock.LockHolder;
import io.pimlock.BucketLockService;
import io.pimlock.annotation.BucketLocked;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link LockInterceptor}.
 */
class LockInterceptorTests {

	private static final Path BUCKET = Aspects.ROOT.resolve("acme");

	private final RecordingLocks locks = new RecordingLocks();

	private final Service service = new Service(this.locks);

	private final Service proxy = new Aspects(this.locks).withProperty("timeout", "7s").proxy(this.service);

	@Test
	void returnsWhatTheMethodReturnsAndReleasesOnce() {
		assertThat(this.proxy.run("acme")).isEqualTo("done");
		assertThat(this.service.entered).isEqualTo(1);
		assertReleasedOnce();
	}

	@Test
	void exceptionOfTheMethodPassesAsItIs() {
		for (Throwable thrown : new Throwable[] { new IOException("x"), new InterruptedException("x"),
				new IllegalStateException("x"), new StackOverflowError("x"), new Error("x") }) {
			this.locks.closed = 0;
			assertThat(catchThrowable(() -> this.proxy.fail("acme", thrown))).isSameAs(thrown);
			assertThat(thrown.getSuppressed()).isEmpty();
			assertReleasedOnce();
		}
	}

	@Test
	void failureOfTheReleaseIsSuppressedInTheExceptionOfTheMethod() {
		this.locks.failureOnClose = new BucketLockLostException(BUCKET, "acme", 1, "test");
		IOException thrown = new IOException("x");
		assertThat(catchThrowable(() -> this.proxy.fail("acme", thrown))).isSameAs(thrown);
		assertThat(thrown.getSuppressed()).containsExactly(this.locks.failureOnClose);
		assertReleasedOnce();
	}

	@Test
	void failureOfTheReleaseIsThrownAfterTheMethodReturned() {
		this.locks.failureOnClose = new BucketLockLostException(BUCKET, "acme", 1, "test");
		assertThatException().isThrownBy(() -> this.proxy.run("acme")).isSameAs(this.locks.failureOnClose);
		assertThat(this.service.entered).isEqualTo(1);
		assertReleasedOnce();
	}

	@Test
	void methodIsNotEnteredWhenTheLockCannotBeHad() {
		this.locks.failureOnAcquire = BucketBusyException.heldElsewhere(BUCKET, "acme",
				new LockHolder(1, null, null, null, true), Duration.ZERO);
		assertThatException().isThrownBy(() -> this.proxy.run("acme")).isSameAs(this.locks.failureOnAcquire);
		assertThat(this.service.entered).isZero();
		assertThat(this.locks.closed).isZero();
	}

	@Test
	void methodIsNotEnteredWhenTheServiceReturnsNoLock() {
		this.locks.returnsNull = true;
		assertThatNullPointerException().isThrownBy(() -> this.proxy.run("acme"));
		assertThat(this.service.entered).isZero();
	}

	@Test
	void methodIsNotEnteredWhenThereIsNoService() {
		LockInterceptor interceptor = interceptor(() -> {
			throw new IllegalStateException("no service");
		});
		assertThatIllegalStateException().isThrownBy(() -> proxy(interceptor).run("acme")).withMessage("no service");
		assertThat(this.service.entered).isZero();
	}

	@Test
	void methodWithoutAnnotationIsNotEnteredThroughTheInterceptor() {
		LockInterceptor interceptor = interceptor(() -> this.locks);
		assertThatIllegalStateException().isThrownBy(() -> proxy(interceptor).unlocked())
			.withMessageContaining("Service.unlocked");
		assertThat(this.service.entered).isZero();
	}

	@Test
	void lockIsHeldDuringNestedCallsOnTheSameAndOtherBuckets() {
		this.proxy.nested(this.proxy, "acme");
		assertThat(this.locks.calls).containsExactly("acquire " + BUCKET, "acquire " + BUCKET,
				"acquire " + Aspects.ROOT.resolve("other"));
		assertThat(this.locks.closed).isEqualTo(3);
		assertThat(this.locks.held).isEmpty();
	}

	@Test
	void waitTimeoutIsThatOfTheAnnotation() {
		this.proxy.fixedTimeout();
		this.proxy.placeholderTimeout();
		this.proxy.expressionTimeout("3");
		this.proxy.durationTimeout(Duration.ofMinutes(1));
		this.proxy.noTimeout();
		assertThat(this.locks.calls).containsExactly("acquire " + BUCKET + " PT0.5S", "acquire " + BUCKET + " PT7S",
				"acquire " + BUCKET + " PT3S", "acquire " + BUCKET + " PT1M", "acquire " + BUCKET);
	}

	@Test
	void refusesWaitTimeoutThatIsNone() {
		for (String text : new String[] { null, "", "x", "-1" }) {
			assertThatIllegalStateException().isThrownBy(() -> this.proxy.expressionTimeout(text))
				.withMessageContaining("@BucketLocked(waitTimeout = \"#{#text}s\") on Service.expressionTimeout");
		}
		assertThatIllegalStateException().isThrownBy(() -> this.proxy.durationTimeout(null));
		assertThatIllegalStateException().isThrownBy(() -> this.proxy.durationTimeout(Duration.ofNanos(-1)));
		assertThat(this.locks.calls).isEmpty();
	}

	@Test
	void severalPathsAreAcquiredTogether() {
		this.proxy.several("b", "a");
		this.proxy.severalWithTimeout("b", "a");
		String both = "acquireAll [" + Aspects.ROOT.resolve("b") + ", " + Aspects.ROOT.resolve("a") + "] ";
		assertThat(this.locks.calls).containsExactly(both + "PT30S", both + "PT2S");
		assertThat(this.locks.held).isEmpty();
	}

	@Test
	void targetMayBeAbsent() {
		ProxyFactory factory = new ProxyFactory(Remote.class,
				(MethodInterceptor) (invocation) -> List.copyOf(this.locks.held));
		factory.addAdvisor(0, new Aspects(this.locks).advisor());
		Remote remote = (Remote) factory.getProxy();
		assertThat(remote.call("acme")).asString().contains(BUCKET.toString());
		assertReleasedOnce();
	}

	@Test
	void concurrentFirstCallsMakeOneSpecification() throws Exception {
		Thread[] threads = new Thread[8];
		for (int i = 0; i < threads.length; i++) {
			threads[i] = new Thread(() -> this.proxy.nothing("acme"));
		}
		for (Thread thread : threads) {
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(this.locks.calls).hasSize(threads.length).containsOnly("acquire " + BUCKET);
		assertThat(this.locks.held).isEmpty();
	}

	private static LockInterceptor interceptor(Supplier<BucketLockService> locks) {
		LockSystems systems = new LockSystems(locks, RecordingLeases::new, RecordingStores::new, () -> Duration.ZERO);
		return new LockInterceptor(systems, new BucketPaths(() -> Aspects.ROOT, (path, root) -> path), (text) -> text);
	}

	private Service proxy(LockInterceptor interceptor) {
		ProxyFactory factory = new ProxyFactory(this.service);
		factory.setProxyTargetClass(true);
		factory.addAdvice(interceptor);
		return (Service) factory.getProxy();
	}

	private void assertReleasedOnce() {
		assertThat(this.locks.closed).isEqualTo(1);
		assertThat(this.locks.held).isEmpty();
	}

	interface Remote {

		@BucketLocked(path = "#{#id}")
		Object call(String id);

	}

	static class Service {

		private final RecordingLocks locks;

		int entered;

		Service(RecordingLocks locks) {
			this.locks = locks;
		}

		@BucketLocked(path = "#{#id}")
		String run(String id) {
			assertThat(this.locks.holds(BUCKET)).isTrue();
			this.entered++;
			return "done";
		}

		@BucketLocked(path = "#{#id}")
		void nothing(String id) {
		}

		void unlocked() {
			this.entered++;
		}

		@BucketLocked(path = "#{#id}")
		void fail(String id, Throwable thrown) throws Throwable {
			throw thrown;
		}

		@BucketLocked(path = "#{#id}")
		void nested(Service proxy, String id) {
			proxy.run(id);
			assertThat(this.locks.holds(BUCKET)).isTrue();
			proxy.nothing("other");
			assertThat(this.locks.holds(BUCKET)).isTrue();
		}

		@BucketLocked(path = "acme", waitTimeout = "500ms")
		void fixedTimeout() {
		}

		@BucketLocked(path = "acme", waitTimeout = "${timeout}")
		void placeholderTimeout() {
		}

		@BucketLocked(path = "acme", waitTimeout = "#{#text}s")
		void expressionTimeout(String text) {
		}

		@BucketLocked(path = "acme", waitTimeout = "#{#timeout}")
		void durationTimeout(Duration timeout) {
		}

		@BucketLocked(path = "acme", waitTimeout = "${missing:}")
		void noTimeout() {
		}

		@BucketLocked(path = { "#{#first}", "#{#second}" })
		void several(String first, String second) {
		}

		@BucketLocked(path = { "#{#first}", "#{#second}" }, waitTimeout = "PT2S")
		void severalWithTimeout(String first, String second) {
		}

	}

}
