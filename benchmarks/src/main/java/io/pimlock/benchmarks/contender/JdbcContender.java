package io.pimlock.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.locks.Lock;

import org.h2.jdbcx.JdbcConnectionPool;

import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * A row in the lock table of Spring Integration, default settings, but a hold does not
 * expire in the middle of a measurement.
 */
final class JdbcContender implements Contender {

	private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

	private final JdbcConnectionPool connections;

	private final DefaultLockRepository repository;

	private final Lock lock;

	JdbcContender(String url) {
		this.connections = LockDatabase.connect(url);
		this.repository = new DefaultLockRepository(this.connections);
		this.repository.setTransactionManager(new DataSourceTransactionManager(this.connections));
		this.repository.afterPropertiesSet();
		this.repository.afterSingletonsInstantiated();
		this.repository.start();
		this.lock = new JdbcLockRegistry(this.repository, TIME_TO_LIVE).obtain("bucket");
	}

	static JdbcContender embedded(String url) {
		LockDatabase.createTables(url);
		return new JdbcContender(url);
	}

	@Override
	public void lock() {
		this.lock.lock();
	}

	@Override
	public void unlock() {
		this.lock.unlock();
	}

	@Override
	public void close() {
		this.repository.close();
		this.connections.dispose();
	}

}
