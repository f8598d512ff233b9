package io.pimlock.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Tests for {@link NativeAccessPreinitializer}.
 */
class NativeAccessPreinitializerTests {

	private final CompletableFuture<String> thread = new CompletableFuture<>();

	private final MockEnvironment environment = new MockEnvironment();

	@Test
	void isRegistered() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(ApplicationListener.class))
			.hasAtLeastOneElementOfType(NativeAccessPreinitializer.class);
	}

	@Test
	void initializesOnAnotherThread() throws Exception {
		assumeThat(Runtime.getRuntime().availableProcessors()).as("processors").isGreaterThan(1);
		prepare(new NativeAccessPreinitializer(() -> this.thread.complete(Thread.currentThread().getName())));
		assertThat(this.thread.get(1, TimeUnit.MINUTES)).isEqualTo("pimlock-preinit");
	}

	@Test
	void doesNothingWhenPimlockIsOff() {
		this.environment.setProperty("pimlock.enabled", "false");
		prepare(new NativeAccessPreinitializer(() -> this.thread.complete("started")));
		assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).doesNotContain("pimlock-preinit");
		assertThat(this.thread).isNotDone();
	}

	@Test
	void failureIsLeftToTheBeanThatMeetsItAgain() throws Exception {
		prepare(new NativeAccessPreinitializer(() -> {
			this.thread.complete("started");
			throw new UnsatisfiedLinkError("none");
		}));
		assertThatNoException().isThrownBy(() -> this.thread.get(1, TimeUnit.MINUTES));
	}

	private void prepare(NativeAccessPreinitializer preinitializer) {
		preinitializer.onApplicationEvent(new ApplicationEnvironmentPreparedEvent(new DefaultBootstrapContext(),
				new SpringApplication(List.class), new String[0], this.environment));
	}

}
