package io.pimlock.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.HeldLock;
import io.pimlock.LockListener;
import io.pimlock.Pimlock;
import io.pimlock.WaitingLock;
import io.pimlock.aop.LockAdvisor;
import io.pimlock.aop.LockInterceptor;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for {@link PimlockAutoConfiguration}, {@link PimlockAspectAutoConfiguration} and
 * {@link PimlockDisabledAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class PimlockAutoConfigurationTests {

	private static final String WARNING = "run without a lock";

	@TempDir
	private Path root;

	private Path bucket;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(PimlockContext.configurations())
		.withBean(Ledger.class);

	@BeforeEach
	void createBucket() throws IOException {
		this.bucket = Files.createDirectory(this.root.resolve("acme"));
	}

	@Test
	void providesEngineServiceAndAspect(CapturedOutput output) {
		this.contextRunner.withPropertyValues("pimlock.root=" + this.root).run((context) -> {
			assertThat(context).hasSingleBean(Pimlock.class)
				.hasSingleBean(BucketLockService.class)
				.hasSingleBean(LockInterceptor.class)
				.hasSingleBean(LockAdvisor.class);
			BucketLockService locks = context.getBean(BucketLockService.class);
			assertThat(locks).isSameAs(context.getBean(Pimlock.class).buckets());
			assertThat(context.getBean(Ledger.class).with("acme", locks::heldLocks)).extracting(HeldLock::path)
				.containsExactly(this.bucket);
			assertThat(locks.heldLocks()).isEmpty();
		});
		assertThat(output).doesNotContain(WARNING);
	}

	@ParameterizedTest
	@ValueSource(strings = { "pimlock.enabled=false", "pimlock.enabled=perhaps" })
	void switchesEverythingOff(String property, CapturedOutput output) {
		this.contextRunner.withPropertyValues(property).run((context) -> {
			assertThat(context).doesNotHaveBean(Pimlock.class)
				.doesNotHaveBean(BucketLockService.class)
				.doesNotHaveBean(LockAdvisor.class)
				.doesNotHaveBean(PimlockProperties.class);
			assertThat(context.getBean(Ledger.class).with("missing", () -> "done")).isEqualTo("done");
		});
		assertThat(output).containsOnlyOnce(WARNING);
	}

	@Test
	void switchesTheAspectOff(CapturedOutput output) {
		this.contextRunner.withPropertyValues("pimlock.aspect.enabled=false").run((context) -> {
			assertThat(context).hasSingleBean(BucketLockService.class).doesNotHaveBean(LockAdvisor.class);
			assertThat(context.getBean(Ledger.class).with("missing", () -> "done")).isEqualTo("done");
		});
		assertThat(output).containsOnlyOnce(WARNING);
	}

	@Test
	void backsOffForEngineOfTheApplication() {
		Pimlock engine = FilePimlock.create(PimlockOptions.defaults());
		this.contextRunner.withBean("own", Pimlock.class, () -> engine).run((context) -> {
			assertThat(context).hasSingleBean(Pimlock.class);
			assertThat(context.getBean(BucketLockService.class)).isSameAs(engine.buckets());
		});
	}

	@Test
	void backsOffForServiceOfTheApplicationAndStartsNoEngine() {
		CountingService own = new CountingService();
		this.contextRunner.withBean("own", BucketLockService.class, () -> own)
			.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> {
				assertThat(context.getBean(BucketLockService.class)).isSameAs(own);
				assertThat(context.getBean(Ledger.class).with("acme", () -> own.held)).isEqualTo(1);
				assertThat(own.held).isZero();
				assertThat(context.getBeanFactory().containsSingleton("pimlock")).isFalse();
			});
	}

	@Test
	void serviceOfTheApplicationMayDecorateTheEngines() {
		this.contextRunner.withUserConfiguration(DecoratingConfiguration.class)
			.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> {
				CountingService own = context.getBean(CountingService.class);
				assertThat(context).hasSingleBean(BucketLockService.class).hasSingleBean(Pimlock.class);
				assertThat(context.getBean(Ledger.class).with("acme", () -> own.held)).isEqualTo(1);
			});
	}

	@Test
	void callsFailWhenThereIsNoService() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PimlockAspectAutoConfiguration.class))
			.withBean(Ledger.class)
			.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> {
				Ledger ledger = context.getBean(Ledger.class);
				assertThatException().isThrownBy(() -> ledger.with("acme", () -> "done"))
					.withMessageContaining(BucketLockService.class.getName());
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.aspectj", "org.springframework.boot.actuate.endpoint", "io.micrometer", "reactor",
			"org.springframework.jdbc", "org.springframework.transaction", "tools.jackson", "org.springframework.web" })
	void locksWithoutOptionalLibrary(String library) {
		this.contextRunner.withClassLoader(new FilteredClassLoader(library))
			.withPropertyValues("pimlock.root=" + this.root)
			.run(this::assertLocks);
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.aop.auto=false", "spring.aop.proxy-target-class=false" })
	void locksWith(String property) {
		this.contextRunner.withPropertyValues("pimlock.root=" + this.root, property).run(this::assertLocks);
		this.contextRunner.withPropertyValues("pimlock.root=" + this.root, property)
			.withClassLoader(new FilteredClassLoader("org.aspectj"))
			.run(this::assertLocks);
	}

	private void assertLocks(AssertableApplicationContext context) throws Exception {
		BucketLockService locks = context.getBean(BucketLockService.class);
		assertThat(context.getBean(Ledger.class).with("acme", locks::heldLocks)).hasSize(1);
	}

	@Test
	void bindsSettings() {
		this.contextRunner
			.withPropertyValues("pimlock.root=" + this.root, "pimlock.wait-timeout=1s", "pimlock.poll-interval=2ms",
					"pimlock.malformed-grace=3s", "pimlock.file-permissions=rw-rw----", "pimlock.aspect.order=42",
					"pimlock.hand-over-limit=3", "spring.application.name=orders")
			.run((context) -> {
				PimlockOptions options = new EngineOptions(context.getBean(PimlockProperties.class), "orders",
						context.getBeanProvider(LockListener.class))
					.get();
				assertThat(options).isEqualTo(PimlockOptions.defaults()
					.withRoot(this.root)
					.withWaitTimeout(Duration.ofSeconds(1))
					.withPollInterval(Duration.ofMillis(2))
					.withMalformedGrace(Duration.ofSeconds(3))
					.withFilePermissions(PosixFilePermissions.fromString("rw-rw----"))
					.withHandOverLimit(3)
					.withApplication("orders"));
				assertThat(context.getBean(LockAdvisor.class).getOrder()).isEqualTo(42);
				BucketLockService locks = context.getBean(BucketLockService.class);
				assertThat(context.getBean(Ledger.class).with("acme", () -> locks.inspect(this.bucket)).holder())
					.hasValueSatisfying((holder) -> assertThat(holder.application()).isEqualTo("orders"));
			});
	}

	@Test
	void defaultSettingsAreThoseOfTheEngine() {
		this.contextRunner.run((context) -> assertThat(new EngineOptions(context.getBean(PimlockProperties.class), null,
				context.getBeanProvider(LockListener.class))
			.get()).isEqualTo(PimlockOptions.defaults()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "pimlock.wait-timeout=-1s", "pimlock.poll-interval=0", "pimlock.poll-interval=-1ms",
			"pimlock.malformed-grace=-1s", "pimlock.file-permissions=0600", "pimlock.file-permissions=r--------",
			"pimlock.root=", "pimlock.root=  ", "pimlock.wait-timeout=soon", "pimlock.hand-over-limit=-1" })
	void refusesInvalidSettingAtStartUp(String property) {
		this.contextRunner.withPropertyValues(property)
			.run((context) -> assertThat(messagesOf(context.getStartupFailure()))
				.contains(property.substring(0, property.indexOf('='))));
	}

	private static String messagesOf(Throwable failure) {
		List<String> messages = new ArrayList<>();
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			messages.add(String.valueOf(ex.getMessage()));
		}
		return String.join(System.lineSeparator(), messages);
	}

	@Test
	void rootIsNeverAResourceOfTheClassPath() {
		this.contextRunner.withPropertyValues("pimlock.root=META-INF")
			.run((context) -> assertThat(context.getBean(PimlockProperties.class).rootPath())
				.isEqualTo(Path.of("META-INF")));
	}

	@Test
	void listenersAreToldInOrderAndMayDependOnTheEngine() {
		this.contextRunner.withUserConfiguration(ListenerConfiguration.class)
			.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> {
				context.getBean(Ledger.class).with("acme", () -> "done");
				assertThat(context.getBean(ListenerConfiguration.class).told).containsExactly("first", "second");
			});
	}

	@Test
	void contextsInOneJvmExcludeEachOtherAndCloseOnlyTheirOwn() {
		String[] properties = { "pimlock.root=" + this.root, "pimlock.wait-timeout=0ms" };
		this.contextRunner.withPropertyValues(properties).run((first) -> {
			BucketLockService locks = first.getBean(BucketLockService.class);
			try (BucketLock lock = locks.acquire(this.bucket)) {
				this.contextRunner.withPropertyValues(properties).run((second) -> {
					BucketLockService others = second.getBean(BucketLockService.class);
					assertThat(others).isNotSameAs(locks);
					assertThat(others.heldLocks()).isEmpty();
					Ledger ledger = second.getBean(Ledger.class);
					Throwable failure = Threads.run(() -> ledger.with("acme", () -> "done"));
					assertThat(failure).isInstanceOf(BucketBusyException.class);
					assertThat(ledger.entered()).isZero();
				});
				assertThat(lock.isIntact()).isTrue();
			}
			assertThat(first.getBean(Ledger.class).with("acme", locks::heldLocks)).hasSize(1);
		});
	}

	@Test
	void closingTheContextReleasesWhatIsHeld() {
		this.contextRunner.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> context.getBean(BucketLockService.class).acquire(this.bucket));
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
	}

	@Test
	void annotatedBeansAreDestroyedBeforeTheEngine() {
		FinishingLedger ledger = new FinishingLedger(this.bucket);
		this.contextRunner.withBean("finishing", FinishingLedger.class, () -> ledger)
			.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> ledger.locks = context.getBean(BucketLockService.class));
		assertThat(ledger.held).isEqualTo(1);
	}

	static class FinishingLedger extends Ledger implements DisposableBean {

		private final Path bucket;

		private BucketLockService locks;

		private int held;

		FinishingLedger(Path bucket) {
			this.bucket = bucket;
		}

		@Override
		public void destroy() {
			this.locks.run(this.bucket, () -> this.held = this.locks.heldLocks().size());
		}

	}

	static class CountingService implements BucketLockService {

		private final BucketLockService delegate;

		int held;

		CountingService() {
			this(FilePimlock.create(PimlockOptions.defaults()).buckets());
		}

		CountingService(BucketLockService delegate) {
			this.delegate = delegate;
		}

		@Override
		public BucketLock acquire(Path bucket) {
			this.held++;
			BucketLock lock = this.delegate.acquire(bucket);
			return (BucketLock) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { BucketLock.class },
					(proxy, method, args) -> {
						if (method.getName().equals("close")) {
							this.held--;
						}
						return method.invoke(lock, args);
					});
		}

		@Override
		public BucketLock acquire(Path bucket, Duration waitTimeout) {
			return acquire(bucket);
		}

		@Override
		public BucketLock acquireAll(Collection<Path> buckets, Duration waitTimeout) {
			throw new UnsupportedOperationException();
		}

		@Override
		public BucketLockState inspect(Path bucket) {
			return this.delegate.inspect(bucket);
		}

		@Override
		public List<HeldLock> heldLocks() {
			return this.delegate.heldLocks();
		}

		@Override
		public List<WaitingLock> waitingLocks() {
			return this.delegate.waitingLocks();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class DecoratingConfiguration {

		@Bean
		CountingService decorated(Pimlock pimlock) {
			return new CountingService(pimlock.buckets());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ListenerConfiguration {

		final List<String> told = new ArrayList<>();

		@Bean
		@Order(2)
		LockListener second(BucketLockService locks) {
			return listener("second");
		}

		@Bean
		@Order(1)
		LockListener first(Pimlock pimlock) {
			return listener("first");
		}

		private LockListener listener(String name) {
			return new LockListener() {

				@Override
				public void acquired(HeldLock lock, Duration waited) {
					ListenerConfiguration.this.told.add(name);
				}

			};
		}

	}

}
