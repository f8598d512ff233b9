package io.pimlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketLockService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the aspect's infrastructure makes no bean before its time.
 */
@ExtendWith(OutputCaptureExtension.class)
class EarlyInitializationTests {

	@TempDir
	private Path root;

	@Test
	void aspectNeedsNoOtherBeanBeforeMethodIsCalled(CapturedOutput output) {
		new ApplicationContextRunner()
			.withConfiguration(PimlockContext.configurations(DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class))
			.withUserConfiguration(PostProcessing.class)
			.withBean(Ledger.class)
			.withPropertyValues("pimlock.root=" + this.root)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				List<String> processed = context.getBean(Witness.class).processed;
				assertThat(processed).contains("ledger", "bucketLockService", "pimlock",
						"pimlock-" + PimlockProperties.class.getName());
			});
		assertThat(output).doesNotContain("not eligible for getting processed by all BeanPostProcessors");
	}

	@Test
	void proxyIsMadeBeforeTheServiceExists() {
		new ApplicationContextRunner().withConfiguration(PimlockContext.configurations())
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withPropertyValues("pimlock.root=" + this.root)
			.withBean(Ledger.class)
			.run((context) -> {
				Files.createDirectory(this.root.resolve("acme"));
				ConfigurableApplicationContext source = context.getSourceApplicationContext();
				source.getBean(Ledger.class);
				assertThat(source.getBeanFactory().containsSingleton("bucketLockService")).isFalse();
				assertThat(source.getBeanFactory().containsSingleton("pimlock")).isFalse();
				BucketLockService locks = source.getBean(BucketLockService.class);
				assertThat(source.getBean(Ledger.class).with("acme", locks::heldLocks)).hasSize(1);
			});
	}

	@Test
	void takesNoBeanNameThatApplicationsUse() {
		new ApplicationContextRunner().withConfiguration(PimlockContext.configurations())
			.run((context) -> assertThat(context.getBeanFactory().getBeanDefinitionNames()).filteredOn((name) -> {
				String source = context.getBeanFactory().getBeanDefinition(name).getResourceDescription();
				return source != null && source.contains("pimlock");
			})
				.allMatch((name) -> name.contains("imlock") || name.contains("ucketLock")
						|| name.contains("lockedBean")));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class PostProcessing {

		@Bean
		static Witness witness(Dependency dependency) {
			return new Witness();
		}

		/**
		 * Something that a post-processor needs, so that proxies are considered before
		 * all of the post-processors are there.
		 */
		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Dependency dependency() {
			return new Dependency();
		}

	}

	static class Dependency {

	}

	static class Witness implements BeanPostProcessor {

		final List<String> processed = new ArrayList<>();

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			this.processed.add(beanName);
			return bean;
		}

	}

}
