package io.pimlock.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import io.pimlock.annotation.BucketLocked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindingPostProcessor;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link BucketLocked @BucketLocked} in an application context, with the engine
 * on files.
 */
class BucketLockedTests {

	@TempDir
	private Path directory;

	private Path root;

	private ApplicationContextRunner contextRunner;

	@BeforeEach
	void setUp() throws IOException {
		this.root = Files.createDirectory(this.directory.resolve("root"));
		Files.createDirectory(this.root.resolve("acme"));
		Files.createDirectory(this.root.resolve("beta"));
		this.contextRunner = new ApplicationContextRunner().withConfiguration(PimlockContext.configurations())
			.withBean(Ledger.class)
			.withPropertyValues("pimlock.root=" + this.root);
	}

	@Test
	void lockIsOnDiskWhileTheMethodRuns() {
		this.contextRunner.run((context) -> {
			Path flag = this.root.resolve("acme/.lock");
			String content = context.getBean(Ledger.class).with("acme", () -> Files.readString(flag));
			assertThat(content).isEqualTo(ProcessHandle.current().pid() + "\n");
			assertThat(flag).doesNotExist();
		});
	}

	@Test
	void nestedCallsReenterAndOnlyTheOutermostReleases() {
		this.contextRunner.run((context) -> {
			Ledger ledger = context.getBean(Ledger.class);
			Path flag = this.root.resolve("acme/.lock");
			ledger.with("acme", () -> {
				assertThat(ledger.<Boolean>with("acme", () -> Files.exists(flag))).isTrue();
				assertThat(flag).exists();
				ledger.with("beta", () -> assertThat(this.root.resolve("beta/.lock")).exists());
				assertThat(this.root.resolve("beta/.lock")).doesNotExist();
				return assertThat(flag).exists();
			});
			assertThat(flag).doesNotExist();
		});
	}

	@Test
	void lockIsReleasedAfterExceptionAndError() {
		this.contextRunner.run((context) -> {
			Ledger ledger = context.getBean(Ledger.class);
			for (Throwable thrown : new Throwable[] { new IOException("x"), new InterruptedException("x"),
					new AssertionError("x") }) {
				assertThat(catchThrowable(() -> ledger.with("acme", failing(thrown)))).isSameAs(thrown);
				assertThat(context.getBean(BucketLockService.class).heldLocks()).isEmpty();
				assertThat(this.root.resolve("acme/.lock")).doesNotExist();
			}
		});
	}

	private static Callable<Object> failing(Throwable thrown) {
		return () -> {
			if (thrown instanceof Error error) {
				throw error;
			}
			throw (Exception) thrown;
		};
	}

	@Test
	void busyBucketIsReportedAndTheMethodNotEntered() {
		this.contextRunner.run((context) -> {
			Ledger ledger = context.getBean(Ledger.class);
			CountDownLatch held = new CountDownLatch(1);
			CountDownLatch release = new CountDownLatch(1);
			Future<?> holder = Threads.start(() -> ledger.with("acme", () -> {
				held.countDown();
				return release.await(30, TimeUnit.SECONDS);
			}));
			assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> ledger.withAtOnce("acme", () -> "entered"))
				.satisfies((ex) -> assertThat(ex.bucketId()).isEqualTo("acme"))
				.satisfies((ex) -> assertThat(ex.holdingPid()).isEqualTo(ProcessHandle.current().pid()));
			assertThat(ledger.entered()).isEqualTo(1);
			release.countDown();
			holder.get(30, TimeUnit.SECONDS);
			assertThat(ledger.<String>withAtOnce("acme", () -> "entered")).isEqualTo("entered");
		});
	}

	@Test
	void missingBucketIsNotCreated() {
		this.contextRunner.run((context) -> {
			assertThatExceptionOfType(BucketValidationException.class)
				.isThrownBy(() -> context.getBean(Ledger.class).with("missing", () -> "entered"));
			assertThat(this.root.resolve("missing")).doesNotExist();
		});
	}

	@Test
	void severalBucketsAreLockedFromBothDirectionsWithoutDeadlock() {
		this.contextRunner.run((context) -> {
			Ledger ledger = context.getBean(Ledger.class);
			int[] counter = new int[1];
			Future<?> forwards = Threads.start(() -> repeat(ledger, "acme", "beta", counter));
			Future<?> backwards = Threads.start(() -> repeat(ledger, "beta", "acme", counter));
			forwards.get(60, TimeUnit.SECONDS);
			backwards.get(60, TimeUnit.SECONDS);
			assertThat(counter[0]).isEqualTo(400);
			assertThat(context.getBean(BucketLockService.class).heldLocks()).isEmpty();
		});
	}

	private static Object repeat(Ledger ledger, String first, String second, int[] counter) throws Exception {
		for (int i = 0; i < 200; i++) {
			ledger.withBoth(first, second, () -> counter[0]++);
		}
		return null;
	}

	@Test
	void symbolicLinkOutOfTheRootIsRefused() throws IOException {
		Path outside = Files.createDirectory(this.directory.resolve("outside"));
		Files.createSymbolicLink(this.root.resolve("link"), outside);
		Files.createSymbolicLink(this.root.resolve("alias"), this.root.resolve("acme"));
		this.contextRunner.run((context) -> {
			Ledger ledger = context.getBean(Ledger.class);
			assertThatExceptionOfType(BucketValidationException.class)
				.isThrownBy(() -> ledger.with("link", () -> "entered"))
				.withMessageContaining("@BucketLocked(path = \"#{#bucket}\") on Ledger.with")
				.withMessageNotContaining(this.directory.toString())
				.satisfies(
						(ex) -> assertThat(ex.reason()).isEqualTo(BucketValidationException.Reason.PATH_OUTSIDE_ROOT));
			assertThat(ledger.entered()).isZero();
			assertThat(outside).isEmptyDirectory();
			ledger.with("alias", () -> assertThat(this.root.resolve("acme/.lock")).exists());
		});
	}

	@Test
	void changedSettingsTakeEffectAtTheNextCall() throws IOException {
		Path other = Files.createDirectories(this.directory.resolve("other/acme")).getParent();
		this.contextRunner.run((context) -> {
			Ledger ledger = context.getBean(Ledger.class);
			CountDownLatch held = new CountDownLatch(1);
			CountDownLatch release = new CountDownLatch(1);
			Future<?> holder = Threads.start(() -> ledger.with("acme", () -> {
				held.countDown();
				return release.await(30, TimeUnit.SECONDS);
			}));
			assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
			rebind(context, "pimlock.wait-timeout=1ms");
			assertThatExceptionOfType(BucketBusyException.class).isThrownBy(() -> ledger.with("acme", () -> "entered"));
			rebind(context, "pimlock.root=" + other);
			ledger.with("acme", () -> assertThat(other.resolve("acme/.lock")).exists());
			release.countDown();
			holder.get(30, TimeUnit.SECONDS);
			assertThat(this.root.resolve("acme/.lock")).doesNotExist();
		});
	}

	private static void rebind(AssertableApplicationContext context, String property) {
		TestPropertyValues.of(property).applyTo(context.getSourceApplicationContext());
		ConfigurationPropertiesBindingPostProcessor binder = context
			.getBean(ConfigurationPropertiesBindingPostProcessor.class);
		binder.postProcessBeforeInitialization(context.getBean(PimlockProperties.class),
				"pimlock-" + PimlockProperties.class.getName());
	}

	@Test
	void annotationThatCannotTakeEffectStopsTheStart() {
		this.contextRunner.withBean(Misspelled.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(BucketValidationException.class)
				.hasMessageContaining("@BucketLocked(path = \"#{#tenent}\") on Misspelled.second")
				.hasMessageContaining("'tenent'"));
	}

	@Test
	void jdkProxiesLockToo() {
		this.contextRunner.withBean(Numbers.class, NumbersImpl::new)
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> {
				Numbers numbers = context.getBean(Numbers.class);
				assertThat(AopUtils.isJdkDynamicProxy(numbers)).isTrue();
				assertThat(numbers.next("acme", this.root.resolve("acme/.lock"))).isTrue();
			});
	}

	@Test
	void objectsOfFactoryBeansLockToo() {
		this.contextRunner.withBean("numbers", NumbersFactory.class)
			.run((context) -> assertThat(context.getBean(Numbers.class).next("acme", this.root.resolve("acme/.lock")))
				.isTrue());
	}

	@Test
	void prototypesLockToo() {
		this.contextRunner
			.withBean("prototype", NumbersImpl.class, NumbersImpl::new,
					(definition) -> definition.setScope("prototype"))
			.run((context) -> {
				NumbersImpl first = context.getBean(NumbersImpl.class);
				NumbersImpl second = context.getBean(NumbersImpl.class);
				assertThat(first).isNotSameAs(second);
				assertThat(first.next("acme", this.root.resolve("acme/.lock"))).isTrue();
				assertThat(second.next("acme", this.root.resolve("acme/.lock"))).isTrue();
			});
	}

	static class Misspelled {

		@BucketLocked(path = "#{#tenant}")
		void first(String tenant) {
		}

		@BucketLocked(path = "#{#tenent}")
		void second(String tenant) {
		}

	}

	public interface Numbers {

		@BucketLocked(path = "#{#bucket}")
		boolean next(String bucket, Path flag);

	}

	public static class NumbersImpl implements Numbers {

		@Override
		public boolean next(String bucket, Path flag) {
			return Files.exists(flag);
		}

	}

	static class NumbersFactory implements FactoryBean<Numbers> {

		@Override
		public Numbers getObject() {
			return (bucket, flag) -> Files.exists(flag);
		}

		@Override
		public Class<?> getObjectType() {
			return Numbers.class;
		}

	}

}
