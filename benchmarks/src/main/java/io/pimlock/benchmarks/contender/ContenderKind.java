package io.pimlock.benchmarks.contender;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

import org.springframework.integration.support.locks.DefaultLockRegistry;

/**
 * The locks that are compared.
 */
public enum ContenderKind {

	/** Pimlock's engine without Spring, default settings. */
	PIMLOCK {
		@Override
		Contender create(Path directory) throws Exception {
			return new PimlockContender(Files.createDirectories(directory.resolve("bucket")));
		}
	},

	/** Lucene's lock on an index directory. */
	LUCENE {
		@Override
		Contender create(Path directory) throws Exception {
			return new LuceneContender(directory);
		}
	},

	/** The named locks of Maven's resolver, on files. */
	RESOLVER {
		@Override
		Contender create(Path directory) {
			return new ResolverContender(directory.resolve("resolver.lock"));
		}
	},

	/** Spring Integration's lock table in a database in memory. */
	JDBC_MEMORY {
		@Override
		Contender create(Path directory) {
			return JdbcContender.embedded("jdbc:h2:mem:locks;DB_CLOSE_DELAY=-1");
		}
	},

	/** Spring Integration's lock table in a database on a file. */
	JDBC_FILE {
		@Override
		Contender create(Path directory) {
			return JdbcContender.embedded("jdbc:h2:file:" + directory.resolve("database"));
		}
	},

	/** Spring Integration's lock table behind a database server. */
	JDBC_SERVER {
		@Override
		Contender create(Path directory) {
			return new JdbcContender(LockDatabase.serverUrl());
		}
	},

	/** Spring Integration's locks inside one JVM. */
	DEFAULT_REGISTRY {
		@Override
		Contender create(Path directory) {
			return new LocalContender(new DefaultLockRegistry().obtain(directory.toString()));
		}
	},

	/** A file channel and its lock, opened and closed each time. */
	FILE_CHANNEL {
		@Override
		Contender create(Path directory) {
			return new FileChannelContender(directory.resolve("channel.lock"));
		}
	},

	/** The lock of the JDK, in order of arrival. */
	REENTRANT_FAIR {
		@Override
		Contender create(Path directory) {
			return new LocalContender(new ReentrantLock(true));
		}
	},

	/** The lock of the JDK. */
	REENTRANT {
		@Override
		Contender create(Path directory) {
			return new LocalContender(new ReentrantLock());
		}
	};

	/**
	 * Opens the lock.
	 * @param directory where its files are to be, created if it is missing
	 * @return the lock
	 * @throws Exception if that fails
	 */
	public Contender open(Path directory) throws Exception {
		return create(Files.createDirectories(directory));
	}

	abstract Contender create(Path directory) throws Exception;

}
