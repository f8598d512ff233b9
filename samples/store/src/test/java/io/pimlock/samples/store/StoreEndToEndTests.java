package io.pimlock.samples.store;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.pimlock.StoreLock;
import io.pimlock.StoreLocks;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An owner in this JVM; producers, and owners that want the store too, in JVMs of their
 * own.
 */
class StoreEndToEndTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@TempDir
	private Path directory;

	private Path store;

	private ConfigurableApplicationContext owner;

	@BeforeEach
	void startOwner() throws IOException {
		this.store = Files.createDirectory(this.directory.resolve("store"));
		this.owner = new SpringApplicationBuilder(StoreApplication.class).web(WebApplicationType.SERVLET)
			.run("--server.port=0", "--store.directory=" + this.store, "--store.collect-every=1h");
	}

	@AfterEach
	void stopOwner() {
		this.owner.close();
	}

	private record Ended(int exitValue, String output) {
	}

	private Ended runJvm(String... arguments) throws Exception {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
				"--enable-native-access=ALL-UNNAMED", StoreApplication.class.getName()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		builder.environment().put("STORE", this.store.toString());
		Process process = builder.start();
		try {
			String output = new String(process.getInputStream().readAllBytes());
			assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
			return new Ended(process.exitValue(), output);
		}
		finally {
			process.destroyForcibly();
		}
	}

	private HttpResponse<String> send(String method, String path) throws Exception {
		String port = this.owner.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.build();
		return this.client.send(request, BodyHandlers.ofString());
	}

	private Path file(String name, String content) throws IOException {
		return Files.writeString(this.directory.resolve(name), content);
	}

	private void awaitDocuments(int count) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.until(() -> send("GET", "/documents").body().split("\"name\"", -1).length - 1 == count);
	}

	private long objects() throws IOException {
		try (Stream<Path> all = Files.walk(this.store.resolve("objects"))) {
			return all.filter(Files::isRegularFile).count();
		}
	}

	@Test
	void filesGoInAndComeOutAndGarbageIsCollectedWhenNobodyStages() throws Exception {
		assertThat(send("GET", "/documents").body()).isEqualTo("[]");
		Ended producer = runJvm("--spring.profiles.active=producer", file("letter.txt", "Dear reader").toString(),
				file("copy.txt", "Dear reader").toString(), file("note.txt", "Buy milk").toString());
		assertThat(producer.exitValue()).as(producer.output()).isZero();
		assertThat(producer.output()).contains("stored letter.txt, 11 bytes, as ");
		awaitDocuments(3);
		assertThat(send("GET", "/documents?containing=note").body()).contains("\"name\":\"note.txt\"")
			.doesNotContain("letter.txt");
		assertThat(send("GET", "/documents/letter.txt").body()).isEqualTo("Dear reader");
		assertThat(send("GET", "/documents/missing.txt").statusCode()).isEqualTo(404);
		assertThat(objects()).as("two documents have one body").isEqualTo(2);

		assertThat(send("DELETE", "/documents/letter.txt").statusCode()).isEqualTo(204);
		assertThat(send("DELETE", "/documents/note.txt").statusCode()).isEqualTo(204);
		StoreLocks stores = this.owner.getBean(StoreLocks.class);
		try (StoreLock staging = stores.stage(this.store)) {
			assertThat(send("POST", "/collections").statusCode()).isEqualTo(409);
			assertThat(objects()).isEqualTo(2);
		}
		assertThat(send("POST", "/collections").body()).isEqualTo("{\"collected\":1}");
		assertThat(send("GET", "/documents/copy.txt").body()).as("still referred to").isEqualTo("Dear reader");
		assertThat(send("POST", "/collections").body()).isEqualTo("{\"collected\":0}");
	}

	@Test
	void whatIsQueuedIsNoGarbage() throws Exception {
		Objects objects = this.owner.getBean(Objects.class);
		DocumentQueue queue = this.owner.getBean(DocumentQueue.class);
		StoredObject queued = objects.put(Files.newInputStream(file("queued.txt", "queued")));
		queue.add("queued.txt", queued);
		StoredObject forgotten = objects.put(Files.newInputStream(file("forgotten.txt", "of a killed producer")));
		Files.createFile(this.store.resolve("objects/incoming7.tmp"));
		assertThat(send("POST", "/collections").body()).isEqualTo("{\"collected\":2}");
		assertThat(objects.path(queued.digest())).exists();
		assertThat(objects.path(forgotten.digest())).doesNotExist();
		awaitDocuments(1);
	}

	@Test
	void secondOwnerIsRefusedInWords() throws Exception {
		Ended second = runJvm("--server.port=0");
		assertThat(second.exitValue()).isNotZero();
		assertThat(second.output()).contains("APPLICATION FAILED TO START")
			.contains("The store " + this.store + ", which pimlock.owned-stores names, cannot be owned: "
					+ "Store 'store' is owned by process " + ProcessHandle.current().pid())
			.doesNotContain("Tomcat started");
		assertThat(send("GET", "/documents").statusCode()).isEqualTo(200);
	}

}
