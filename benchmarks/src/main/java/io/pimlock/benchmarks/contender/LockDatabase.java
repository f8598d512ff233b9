package io.pimlock.benchmarks.contender;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;

import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.tools.Server;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * The database in which Spring Integration keeps its locks: H2, in this JVM or as a
 * server for several.
 */
public final class LockDatabase implements AutoCloseable {

	/** The system property that tells other JVMs where the server is. */
	public static final String URL_PROPERTY = "benchmarks.database";

	private final Server server;

	private final String url;

	private LockDatabase(Server server, String url) {
		this.server = server;
		this.url = url;
	}

	/**
	 * Starts a server in this JVM.
	 * @param directory where the database's files are to be
	 * @return the server
	 * @throws SQLException if it does not start
	 */
	public static LockDatabase start(Path directory) throws SQLException {
		Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString());
		server.start();
		String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/./locks";
		createTables(url);
		System.setProperty(URL_PROPERTY, url);
		return new LockDatabase(server, url);
	}

	/**
	 * Where the database is.
	 * @return the URL
	 */
	public String url() {
		return this.url;
	}

	@Override
	public void close() {
		this.server.stop();
	}

	static String serverUrl() {
		return Objects.requireNonNull(System.getProperty(URL_PROPERTY), URL_PROPERTY);
	}

	static JdbcConnectionPool connect(String url) {
		return JdbcConnectionPool.create(url, "sa", "");
	}

	static void createTables(String url) {
		JdbcConnectionPool connections = connect(url);
		new ResourceDatabasePopulator(new ClassPathResource("org/springframework/integration/jdbc/schema-h2.sql"))
			.execute(connections);
		connections.dispose();
	}

}
