package io.pimlock.autoconfigure;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that applications start and lock without optional libraries, which really are not
 * on the class path.
 */
class AbsentLibraryTests {

	@TempDir
	private Path root;

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "spring-boot-actuator.*", "aspectjweaver.*", "micrometer-.*",
			"reactor-.*|reactive-.*", "jackson-.*", "spring-tx.*|spring-jdbc.*|spring-boot-(jdbc|transaction).*",
			"spring-web.*|spring-boot-web.*|spring-boot-tomcat.*|tomcat-.*|spring-boot-servlet.*",
			"spring-boot-actuator.*|aspectjweaver.*|micrometer-.*|react.*|jackson-.*|spring-tx.*|spring-jdbc.*"
					+ "|spring-web.*|spring-boot-[^0-9].*|tomcat-.*|h2-.*|Hikari.*" })
	void applicationLocks(String absent) throws Exception {
		Files.createDirectory(this.root.resolve("acme"));
		ClassLoader original = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader classLoader = new URLClassLoader(without(absent), ClassLoader.getPlatformClassLoader())) {
			Thread.currentThread().setContextClassLoader(classLoader);
			Object content = classLoader.loadClass(Application.class.getName())
				.getMethod("run", String.class)
				.invoke(null, this.root.toString());
			assertThat(content).isEqualTo(ProcessHandle.current().pid() + "\n");
		}
		finally {
			Thread.currentThread().setContextClassLoader(original);
		}
		assertThat(this.root.resolve("acme/.lock")).doesNotExist();
	}

	private static URL[] without(String absent) throws MalformedURLException {
		// What remains of Boot are the modules that every application has.
		Pattern kept = Pattern.compile("spring-boot-autoconfigure-.*");
		List<URL> urls = new ArrayList<>();
		String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
		for (String entry : entries) {
			String name = Path.of(entry).getFileName().toString();
			if (!name.matches(absent) || kept.matcher(name).matches()) {
				urls.add(Path.of(entry).toUri().toURL());
			}
		}
		assertThat(urls.size() < entries.length).isEqualTo(!absent.equals("nothing"));
		return urls.toArray(URL[]::new);
	}

	@EnableAutoConfiguration
	@Configuration(proxyBeanMethods = false)
	@Import(Ledger.class)
	public static class Application {

		public static String run(String root) throws Exception {
			try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
				.web(WebApplicationType.NONE)
				.bannerMode(Banner.Mode.OFF)
				.properties("pimlock.root=" + root, "spring.jmx.enabled=false")
				.run()) {
				return context.getBean(Ledger.class)
					.with("acme", () -> Files.readString(Path.of(root, "acme", ".lock")));
			}
		}

	}

}
