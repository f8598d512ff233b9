package io.pimlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.actuate.BucketLocksDescriptor;
import io.pimlock.actuate.BucketLocksEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BucketLocksEndpointAutoConfiguration}.
 */
class BucketLocksEndpointAutoConfigurationTests {

	@TempDir
	private Path root;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(PimlockContext.configurations())
		.withPropertyValues("management.endpoints.web.exposure.include=bucketlocks",
				"management.endpoints.jmx.exposure.include=bucketlocks");

	@Test
	void providesExposedEndpoint() {
		this.contextRunner.run((context) -> assertThat(context).hasSingleBean(BucketLocksEndpoint.class));
	}

	@Test
	void backsOffWhenTheEndpointIsNotExposed() {
		this.contextRunner
			.withPropertyValues("management.endpoints.web.exposure.include=health",
					"management.endpoints.jmx.exposure.include=health")
			.run((context) -> assertThat(context).doesNotHaveBean(BucketLocksEndpoint.class));
	}

	@Test
	void backsOffWhenAccessIsDenied() {
		this.contextRunner.withPropertyValues("management.endpoint.bucketlocks.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(BucketLocksEndpoint.class));
	}

	@Test
	void backsOffWithoutActuator() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate.endpoint"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(BucketLockService.class)
				.doesNotHaveBean(BucketLocksEndpoint.class));
	}

	@Test
	void backsOffWhenPimlockIsSwitchedOff() {
		this.contextRunner.withPropertyValues("pimlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(BucketLocksEndpoint.class));
	}

	@Test
	void staysWhenOnlyTheAspectIsSwitchedOff() {
		this.contextRunner.withPropertyValues("pimlock.aspect.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(BucketLocksEndpoint.class));
	}

	@Test
	void backsOffForEndpointOfTheApplication() {
		this.contextRunner
			.withBean("own", BucketLocksEndpoint.class,
					() -> new BucketLocksEndpoint(new ApplicationLocks(), (path) -> path))
			.run((context) -> assertThat(context).hasSingleBean(BucketLocksEndpoint.class).hasBean("own"));
	}

	@Test
	void showsServiceOfTheApplication() {
		this.contextRunner.withBean(BucketLockService.class, ApplicationLocks::new).run((context) -> {
			BucketLocksDescriptor locks = (BucketLocksDescriptor) context.getBean(BucketLocksEndpoint.class)
				.bucketLocks(null);
			assertThat(locks.held()).hasSize(1);
			assertThat(context.getBeanFactory().containsSingleton("pimlock")).isFalse();
		});
	}

	@Test
	void pathsAreResolvedAsInAnnotations() throws Exception {
		Path bucket = Files.createDirectory(this.root.resolve("acme"));
		this.contextRunner.withPropertyValues("pimlock.root=" + this.root).run((context) -> {
			BucketLocksEndpoint endpoint = context.getBean(BucketLocksEndpoint.class);
			assertThat(endpoint.bucketLocks("acme")).hasFieldOrPropertyWithValue("path", bucket.toString());
			assertThat(endpoint.bucketLocks(bucket.toString())).hasFieldOrPropertyWithValue("bucket", "acme");
			assertThatExceptionOfType(InvalidEndpointRequestException.class)
				.isThrownBy(() -> endpoint.bucketLocks("../elsewhere"));
			assertThatExceptionOfType(InvalidEndpointRequestException.class)
				.isThrownBy(() -> endpoint.bucketLocks("missing"));
		});
		this.contextRunner.run((context) -> {
			BucketLocksEndpoint endpoint = context.getBean(BucketLocksEndpoint.class);
			assertThatExceptionOfType(InvalidEndpointRequestException.class)
				.isThrownBy(() -> endpoint.bucketLocks("acme"))
				.withMessageContaining("pimlock.root");
			assertThat(endpoint.bucketLocks(bucket.toString())).hasFieldOrPropertyWithValue("bucket", "acme");
		});
	}

	@Test
	void readingChangesNothing() throws Exception {
		Path bucket = Files.createDirectory(this.root.resolve("acme"));
		this.contextRunner.withPropertyValues("pimlock.root=" + this.root).run((context) -> {
			BucketLocksEndpoint endpoint = context.getBean(BucketLocksEndpoint.class);
			endpoint.bucketLocks("acme");
			assertThat(bucket).isEmptyDirectory();
			try (BucketLock lock = context.getBean(BucketLockService.class).acquire(bucket)) {
				endpoint.bucketLocks("acme");
				endpoint.bucketLocks(null);
				assertThat(lock.isIntact()).isTrue();
			}
		});
	}

}
