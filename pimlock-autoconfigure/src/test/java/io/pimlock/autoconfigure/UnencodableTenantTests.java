package io.pimlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import io.pimlock.annotation.BucketLocked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * An application whose locale knows only ASCII is asked for other tenants.
 */
@EnabledOnOs(OS.LINUX)
class UnencodableTenantTests {

	/** U+0442 U+0435 U+0441 U+0442, as bytes. */
	private static final String MAKE_TENANT = "mkdir \"$0/acme\" \"$0/$(printf '\\321\\202\\320\\265\\321\\201\\321\\202')\"";

	@TempDir
	Path parent;

	private Path root;

	@BeforeEach
	void createTenants() throws Exception {
		this.root = Files.createDirectory(this.parent.resolve("root"));
		assertThat(new ProcessBuilder("sh", "-c", MAKE_TENANT, this.root.toString()).inheritIO().start().waitFor())
			.isZero();
	}

	/** JUnit cannot delete what its locale cannot name. */
	@AfterEach
	void removeTenants() throws Exception {
		new ProcessBuilder("rm", "-rf", this.root.toString()).start().waitFor();
	}

	@Test
	void tenantThatTheLocaleCannotNameIsRefusedClearly() throws Exception {
		ProcessBuilder builder = new ProcessBuilder(System.getProperty("java.home") + "/bin/java",
				"-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
				System.getProperty("java.class.path"), Application.class.getName(), "--pimlock.root=" + this.root)
			.redirectErrorStream(true);
		builder.environment().put("LC_ALL", "C");
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes());
		assertThat(process.waitFor()).as(output).isZero();
		assumeThat(output).as("LC_ALL=C makes no difference here").doesNotContain("encoding UTF-8");
		assertThat(output.lines()).containsSequence("acme: locked", "other: PATH_INVALID", "root: refused",
				"by path: locked", "by path: locked");
		assertThat(output).doesNotContain("InvalidPathException").doesNotContain("locked elsewhere");
		try (Stream<Path> tenants = Files.list(this.root)) {
			assertThat(tenants).hasSize(2);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		public static void main(String[] args) throws Exception {
			System.out.println("encoding " + System.getProperty("sun.jnu.encoding"));
			try (var context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).run(args)) {
				Tenants tenants = context.getBean(Tenants.class);
				System.out.println("acme: " + tenants.byName("acme"));
				System.out.println("other: " + tryOther(tenants));
				System.out.println("root: " + tryRoot());
				List<Path> paths;
				try (Stream<Path> all = Files.list(Path.of(context.getEnvironment().getProperty("pimlock.root")))) {
					paths = all.toList();
				}
				for (Path path : paths) {
					System.out.println("by path: " + tenants.byPath(path));
				}
			}
		}

		private static String tryOther(Tenants tenants) {
			try {
				return tenants.byName("\u0442\u0435\u0441\u0442");
			}
			catch (BucketValidationException ex) {
				return ex.reason().name();
			}
		}

		private static String tryRoot() {
			try {
				new PimlockProperties().setRoot("/\u0442\u0435\u0441\u0442");
				return "set";
			}
			catch (IllegalArgumentException ex) {
				return ex.getMessage().startsWith("pimlock.root is no path") ? "refused" : ex.toString();
			}
		}

		@Bean
		Tenants tenants(BucketLockService buckets) {
			return new Tenants(buckets);
		}

	}

	static class Tenants {

		private final BucketLockService buckets;

		Tenants(BucketLockService buckets) {
			this.buckets = buckets;
		}

		@BucketLocked(path = "#{#tenant}", waitTimeout = "0s")
		String byName(String tenant) {
			return this.buckets.heldLocks().get(0).bucketId().equals(tenant) ? "locked" : "locked elsewhere";
		}

		@BucketLocked(path = "#{#directory}", waitTimeout = "0s")
		String byPath(Path directory) {
			return Files.exists(directory.resolve(".lock")) ? "locked" : "locked elsewhere";
		}

	}

}
