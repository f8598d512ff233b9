package io.pimlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.HeldLock;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.Pimlock;
import io.pimlock.StoreOwnedException;
import io.pimlock.WriterLeases;
import io.pimlock.actuate.BucketLocksEndpoint;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.converter.Converter;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.stereotype.Component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@code pimlock.owned-stores}. Whether a store is owned is asked of the
 * kernel.
 */
@EnabledOnOs({ OS.LINUX, OS.MAC })
class OwnedStoresTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(PimlockContext.configurations());

	@TempDir
	private Path directory;

	private Path store;

	@BeforeEach
	void createStore() throws Exception {
		this.store = Files.createDirectory(this.directory.resolve("mail"));
	}

	private static boolean isOwned(Path store) {
		if (!Files.exists(store.resolve("owner.lock"))) {
			return false;
		}
		try (LockFile file = LockFiles.system().open(store.resolve("owner.lock"))) {
			boolean free = file.tryLock(LockMode.EXCLUSIVE);
			if (free) {
				file.unlock();
			}
			return !free;
		}
		catch (LockFileException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static LockFile own(Path store) throws Exception {
		LockFile file = LockFiles.system()
			.create(store.resolve("owner.lock"), PosixFilePermissions.fromString("rw-------"));
		assertThat(file.tryLock(LockMode.EXCLUSIVE)).isTrue();
		return file;
	}

	@Test
	void storesAreOwnedFromBeforeTheFirstBeanUntilAfterTheLast() {
		List<String> seen = new ArrayList<>();
		this.runner.withPropertyValues("pimlock.owned-stores=" + this.store)
			.withBean(Witnesses.class, () -> new Witnesses(this.store, seen))
			.withUserConfiguration(Application.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(isOwned(this.store)).isTrue();
				assertThat(seen).containsExactly("post-processor created true", "bean created true");
			});
		assertThat(seen).containsExactly("post-processor created true", "bean created true", "bean destroyed true",
				"post-processor destroyed true");
		assertThat(isOwned(this.store)).isFalse();
	}

	@Test
	void ownedStoresAreListedAndListenersAreTold() {
		List<String> told = new ArrayList<>();
		this.runner.withPropertyValues("pimlock.owned-stores[0]=" + this.store)
			.withBean(LockListener.class, () -> new LockListener() {
				@Override
				public void acquired(HeldLock lock, Duration waited) {
					told.add("acquired " + lock.bucketId());
				}

				@Override
				public void released(HeldLock lock, Duration held) {
					told.add("released " + lock.bucketId());
				}
			})
			.run((context) -> {
				assertThat(context.getBean(Pimlock.class).heldLocks()).singleElement().satisfies((held) -> {
					assertThat(held.kind()).isEqualTo(LockKind.STORE);
					assertThat(held.path()).isEqualTo(this.store.toRealPath().resolve("owner.lock"));
					assertThat(held.intact()).isTrue();
				});
				assertThat(told).containsExactly("acquired mail");
			});
		assertThat(told).containsExactly("acquired mail", "released mail");
	}

	@Test
	void endpointShowsAllKinds() {
		this.runner
			.withPropertyValues("pimlock.owned-stores=" + this.store, "management.endpoints.web.exposure.include=*",
					"management.endpoints.jmx.exposure.include=*")
			.run((context) -> {
				Pimlock pimlock = context.getBean(Pimlock.class);
				// as injected somewhere
				assertThat(context.getBean(WriterLeases.class)).isSameAs(pimlock.leases());
				try (AutoCloseable lease = pimlock.leases().acquire(this.directory, "run-7");
						AutoCloseable bucket = pimlock.buckets().acquire(this.directory);
						AutoCloseable staging = pimlock.stores().stage(this.store)) {
					BucketLocksEndpoint endpoint = context.getBean(BucketLocksEndpoint.class);
					assertThat(endpoint.bucketLocks(null)).extracting("held")
						.asInstanceOf(InstanceOfAssertFactories.LIST)
						.extracting("kind", "bucket")
						.containsExactly(tuple(LockKind.STORE, "mail"), tuple(LockKind.WRITER_LEASE, "run-7"),
								tuple(LockKind.BUCKET, this.directory.getFileName().toString()),
								tuple(LockKind.STORE, "mail"));
					String id = pimlock.leases().heldLocks().get(0).id();
					assertThat(endpoint.bucketLock(id)).isNotNull();
				}
			});
	}

	@Test
	void applicationDoesNotStartIfAnotherProcessOwnsAStore() throws Exception {
		Path second = Files.createDirectory(this.directory.resolve("news"));
		List<String> seen = new ArrayList<>();
		try (LockFile stranger = own(second)) {
			this.runner.withPropertyValues("pimlock.owned-stores=" + this.store + "," + second)
				.withBean(Witnesses.class, () -> new Witnesses(this.store, seen))
				.withUserConfiguration(Application.class)
				.run((context) -> {
					assertThat(context).hasFailed();
					assertThat(context.getStartupFailure()).isInstanceOf(OwnedStoreException.class)
						.hasCauseInstanceOf(StoreOwnedException.class);
					assertThat(seen).isEmpty();
					assertThat(isOwned(this.store)).as("nothing is kept").isFalse();
					FailureAnalysis analysis = new OwnedStoreFailureAnalyzer().analyze(context.getStartupFailure());
					assertThat(analysis).isNotNull();
					assertThat(analysis.getDescription()).contains("The store " + second)
						.contains("Store 'news' is owned by process " + ProcessHandle.current().pid());
					assertThat(analysis.getAction()).contains("Stop the process");
				});
		}
	}

	@Test
	void missingStoreIsExplained() {
		Path missing = this.directory.resolve("missing");
		this.runner.withPropertyValues("pimlock.owned-stores=" + this.store + "," + missing).run((context) -> {
			assertThat(context).hasFailed();
			FailureAnalysis analysis = new OwnedStoreFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains(missing.toString()).contains("there is no such directory");
			assertThat(analysis.getAction()).contains("Create the store's directory");
		});
		assertThat(missing).doesNotExist();
		assertThat(isOwned(this.store)).isFalse();
	}

	@Test
	void contextsOfOneJvmOwnAStoreTogether() {
		ApplicationContextRunner owning = this.runner.withPropertyValues("pimlock.owned-stores=" + this.store);
		owning.run((outer) -> {
			owning.run((inner) -> assertThat(inner).hasNotFailed());
			assertThat(isOwned(this.store)).as("the first context still runs").isTrue();
		});
		assertThat(isOwned(this.store)).isFalse();
	}

	@Test
	void storesAreRelativeToTheRootAndStayInside() {
		this.runner.withPropertyValues("pimlock.root=" + this.directory, "pimlock.owned-stores=mail")
			.run((context) -> assertThat(isOwned(this.store)).isTrue());
		this.runner.withPropertyValues("pimlock.root=" + this.store, "pimlock.owned-stores=..")
			.run((context) -> assertThat(context).hasFailed());
		this.runner.withPropertyValues("pimlock.root=" + this.directory, "pimlock.owned-stores=news").run((context) -> {
			FailureAnalysis analysis = new OwnedStoreFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains("The store " + this.directory.resolve("news") + ", which");
		});
	}

	@Test
	void nothingIsOwnedWhenPimlockIsOff() {
		this.runner.withPropertyValues("pimlock.enabled=false", "pimlock.owned-stores=" + this.store).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(isOwned(this.store)).isFalse();
		});
	}

	@Test
	void nothingIsOwnedWhileAnApplicationIsBuilt() {
		OwnedStoresPostProcessor owner = new OwnedStoresPostProcessor();
		owner.setEnvironment(new MockEnvironment().withProperty("pimlock.owned-stores", this.store.toString()));
		System.setProperty("spring.aot.processing", "true");
		try {
			owner.postProcessBeanDefinitionRegistry(new DefaultListableBeanFactory());
			assertThat(this.store).isEmptyDirectory();
		}
		finally {
			System.clearProperty("spring.aot.processing");
		}
		owner.postProcessBeanDefinitionRegistry(new DefaultListableBeanFactory());
		assertThat(isOwned(this.store)).isTrue();
		owner.destroy();
		assertThat(isOwned(this.store)).isFalse();
	}

	@Test
	void otherSettingsAreNotBoundBeforeTheirConvertersAre() {
		this.runner.withPropertyValues("pimlock.wait-timeout=three long hours")
			.withBean(HoursConverter.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Component
	@ConfigurationPropertiesBinding
	static class HoursConverter implements Converter<String, Duration> {

		@Override
		public Duration convert(String text) {
			return text.equals("three long hours") ? Duration.ofHours(3) : DurationStyle.detectAndParse(text);
		}

	}

	/**
	 * Writes down whether the store was owned.
	 */
	record Witnesses(Path store, List<String> seen) {

		void note(String what) {
			this.seen.add(what + " " + isOwned(this.store));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		static EarlyBean earlyBean(Witnesses witnesses) {
			return new EarlyBean(witnesses);
		}

		@Bean
		LateBean lateBean(Witnesses witnesses) {
			return new LateBean(witnesses);
		}

	}

	static class EarlyBean implements BeanPostProcessor, DisposableBean {

		private final Witnesses witnesses;

		EarlyBean(Witnesses witnesses) {
			this.witnesses = witnesses;
			witnesses.note("post-processor created");
		}

		@Override
		public void destroy() {
			this.witnesses.note("post-processor destroyed");
		}

	}

	static class LateBean implements DisposableBean {

		private final Witnesses witnesses;

		LateBean(Witnesses witnesses) {
			this.witnesses = witnesses;
			witnesses.note("bean created");
		}

		@Override
		public void destroy() {
			this.witnesses.note("bean destroyed");
		}

	}

}
