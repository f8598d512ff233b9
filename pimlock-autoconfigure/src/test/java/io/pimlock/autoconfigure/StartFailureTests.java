package io.pimlock.autoconfigure;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What a user reads when the engine cannot work, from a real start in a second JVM.
 */
class StartFailureTests {

	@TempDir
	private Path directory;

	private String start(String... options) throws Exception {
		List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
		command.addAll(List.of(options));
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), Application.class.getName(),
				"--pimlock.root=" + this.directory));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes());
		process.waitFor();
		return output;
	}

	@Test
	void startChecksTheKernelLockAndLeavesNothing() throws Exception {
		assertThat(start("--enable-native-access=ALL-UNNAMED")).contains("the application is up");
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void deniedNativeAccessIsExplained() throws Exception {
		assumeThat(Runtime.version().feature()).as("--illegal-native-access came with Java 24")
			.isGreaterThanOrEqualTo(24);
		assertThat(start("--illegal-native-access=deny")).contains("APPLICATION FAILED TO START")
			.contains("--enable-native-access=ALL-UNNAMED")
			.doesNotContain("the application is up");
	}

	@Test
	void temporaryDirectoryThatCannotBeUsedIsExplained() throws Exception {
		assumeThat(Runtime.version().feature()).as("Java 22 and later unpack nothing").isLessThan(22);
		assertThat(start("-Djna.tmpdir=/proc/none", "-Djava.io.tmpdir=/proc/none", "-Djna.nosys=true"))
			.contains("APPLICATION FAILED TO START")
			.contains("-Djna.tmpdir")
			.doesNotContain("the application is up");
	}

	@Test
	void unreliableKernelLockIsExplained() {
		KernelLockFailureAnalyzer analyzer = new KernelLockFailureAnalyzer();
		FailureAnalysis analysis = analyzer.analyze(new IllegalStateException(
				new BucketLockIoException(Kind.UNSUPPORTED, this.directory, "root", "it grants one lock twice", null)));
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).contains("grants one lock twice").contains(this.directory.toString());
		assertThat(analysis.getAction()).contains("pimlock.root").contains("local filesystem");
		assertThat(analyzer.analyze(new IllegalStateException(
				new BucketLockIoException(Kind.PERMISSION, this.directory, "root", "x", null))))
			.isNull();
	}

	@Test
	void missingRootIsLeftToTheApplication() throws Exception {
		File missing = this.directory.resolve("later").toFile();
		try (var context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.run("--pimlock.root=" + missing)) {
			assertThat(missing).doesNotExist();
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		public static void main(String[] args) {
			SpringApplication application = new SpringApplication(Application.class);
			application.setWebApplicationType(WebApplicationType.NONE);
			application.run(args);
			System.out.println("the application is up");
			System.exit(0);
		}

	}

}
