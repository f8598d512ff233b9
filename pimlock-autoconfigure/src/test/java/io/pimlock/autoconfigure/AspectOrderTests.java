package io.pimlock.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.pimlock.HeldLock;
import io.pimlock.LockListener;
import io.pimlock.annotation.BucketLocked;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the place of the lock among transactions, caches, asynchronous execution and
 * retries.
 */
class AspectOrderTests {

	@TempDir
	private Path root;

	private ApplicationContextRunner contextRunner;

	@BeforeEach
	void setUp() throws IOException {
		Files.createDirectory(this.root.resolve("acme"));
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(PimlockContext.configurations(DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
					JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class))
			.withBean(Recorder.class)
			.withBean(Accounts.class)
			.withPropertyValues("pimlock.root=" + this.root, "spring.datasource.generate-unique-name=true");
	}

	@Test
	void transactionIsCommittedBeforeTheLockIsReleased() {
		this.contextRunner.run((context) -> {
			JdbcClient jdbc = context.getBean(JdbcClient.class);
			jdbc.sql("create table account (balance int)").update();
			Recorder recorder = context.getBean(Recorder.class);
			recorder.dataSource = context.getBean(DataSource.class);
			context.getBean(Accounts.class).open("acme");
			assertThat(recorder.events).containsExactly("acquired, transaction false",
					"released, transaction false, rows 1");
		});
	}

	@Test
	void nextHolderSeesWhatThePreviousOneCommitted() {
		this.contextRunner.run((context) -> {
			JdbcClient jdbc = context.getBean(JdbcClient.class);
			jdbc.sql("create table account (balance int)").update();
			jdbc.sql("insert into account values (0)").update();
			Accounts accounts = context.getBean(Accounts.class);
			List<Future<Object>> threads = new CopyOnWriteArrayList<>();
			for (int thread = 0; thread < 4; thread++) {
				threads.add(Threads.start(() -> {
					for (int i = 0; i < 50; i++) {
						accounts.increment("acme");
					}
					return null;
				}));
			}
			for (Future<Object> thread : threads) {
				thread.get(60, TimeUnit.SECONDS);
			}
			assertThat(jdbc.sql("select balance from account").query(Integer.class).single()).isEqualTo(200);
		});
	}

	@Test
	void orderPropertyMovesTheLockIntoTheTransaction() {
		this.contextRunner.withUserConfiguration(OuterTransactions.class)
			.withPropertyValues("pimlock.aspect.order=1001")
			.run((context) -> {
				context.getBean(JdbcClient.class).sql("create table account (balance int)").update();
				Recorder recorder = context.getBean(Recorder.class);
				recorder.dataSource = context.getBean(DataSource.class);
				context.getBean(Accounts.class).open("acme");
				assertThat(recorder.events).containsExactly("acquired, transaction true",
						"released, transaction true, rows 0");
			});
	}

	@Test
	void lockIsTakenOutsideOfTheCache() {
		this.contextRunner.withUserConfiguration(Caching.class).run((context) -> {
			Cached cached = context.getBean(Cached.class);
			assertThat(cached.next("acme")).isEqualTo(1);
			assertThat(cached.next("acme")).isEqualTo(1);
			assertThat(context.getBean(Recorder.class).acquired()).hasSize(2);
		});
	}

	@Test
	void lockOfAsynchronousMethodIsTakenByTheWorker() {
		this.contextRunner.withUserConfiguration(Asynchronous.class).run((context) -> {
			CountDownLatch release = new CountDownLatch(1);
			CountDownLatch done = new CountDownLatch(1);
			AtomicInteger flags = new AtomicInteger();
			// Would never return if the caller were the one to run it.
			context.getBean(Worker.class).work("acme", () -> {
				release.await(30, TimeUnit.SECONDS);
				flags.set(Files.exists(this.root.resolve("acme/.lock")) ? 1 : 0);
				done.countDown();
				return null;
			});
			release.countDown();
			assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(flags).hasValue(1);
			Recorder recorder = context.getBean(Recorder.class);
			assertThat(recorder.threads).containsExactly("worker-1");
			Awaitility.await().untilAsserted(() -> assertThat(this.root.resolve("acme/.lock")).doesNotExist());
		});
	}

	@Test
	void eachAttemptOfRetryTakesTheLockAnew() {
		this.contextRunner.withUserConfiguration(Resilient.class).run((context) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> context.getBean(Flaky.class).run("acme"));
			assertThat(context.getBean(Recorder.class).acquired()).hasSize(3);
		});
	}

	static class Recorder implements LockListener {

		final List<String> events = new CopyOnWriteArrayList<>();

		final List<String> threads = new CopyOnWriteArrayList<>();

		DataSource dataSource;

		List<String> acquired() {
			return this.events.stream().filter((event) -> event.startsWith("acquired")).toList();
		}

		@Override
		public void acquired(HeldLock lock, Duration waited) {
			this.threads.add(Thread.currentThread().getName());
			this.events.add("acquired, transaction " + TransactionSynchronizationManager.isActualTransactionActive());
		}

		@Override
		public void released(HeldLock lock, Duration held) {
			this.events.add("released, transaction " + TransactionSynchronizationManager.isActualTransactionActive()
					+ ((this.dataSource != null) ? ", rows " + rows() : ""));
		}

		/**
		 * Through a connection of its own.
		 */
		private int rows() {
			try (Connection connection = this.dataSource.getConnection();
					Statement statement = connection.createStatement();
					ResultSet result = statement.executeQuery("select count(*) from account")) {
				result.next();
				return result.getInt(1);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	static class Accounts {

		private final JdbcClient jdbc;

		Accounts(JdbcClient jdbc) {
			this.jdbc = jdbc;
		}

		@Transactional
		@BucketLocked(path = "#{#bucket}")
		void open(String bucket) {
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
			this.jdbc.sql("insert into account values (0)").update();
		}

		@Transactional
		@BucketLocked(path = "#{#bucket}")
		void increment(String bucket) {
			int balance = this.jdbc.sql("select balance from account").query(Integer.class).single();
			this.jdbc.sql("update account set balance = ?").param(balance + 1).update();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 1000, proxyTargetClass = true)
	static class OuterTransactions {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

		@Bean
		Cached cached() {
			return new Cached();
		}

	}

	static class Cached {

		private final AtomicInteger number = new AtomicInteger();

		@Cacheable("numbers")
		@BucketLocked(path = "#{#bucket}")
		public int next(String bucket) {
			return this.number.incrementAndGet();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class Asynchronous {

		@Bean
		TaskExecutor executor() {
			return new SimpleAsyncTaskExecutor("worker-");
		}

		@Bean
		Worker worker() {
			return new Worker();
		}

	}

	static class Worker {

		@Async
		@BucketLocked(path = "#{#bucket}")
		public void work(String bucket, Callable<?> body) throws Exception {
			body.call();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	static class Resilient {

		@Bean
		Flaky flaky() {
			return new Flaky();
		}

	}

	static class Flaky {

		@Retryable(maxRetries = 2, delay = 1)
		@BucketLocked(path = "#{#bucket}")
		public void run(String bucket) {
			throw new IllegalArgumentException("flaky");
		}

	}

}
