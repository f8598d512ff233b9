package io.pimlock.autoconfigure;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the endpoint over HTTP, in an application with everything that is on the
 * class path.
 */
class BucketLocksEndpointWebTests {

	private static final String NAME = "a b&ü%2F+?";

	@TempDir
	private Path root;

	private Path bucket;

	private ConfigurableApplicationContext context;

	private BucketLockService locks;

	private final HttpClient client = HttpClient.newHttpClient();

	private final JsonMapper json = new JsonMapper();

	@BeforeEach
	void start() throws Exception {
		this.bucket = Files.createDirectory(this.root.resolve(NAME));
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.SERVLET)
			.bannerMode(Banner.Mode.OFF)
			.properties("server.port=0", "pimlock.root=" + this.root, "spring.application.name=orders",
					"management.endpoints.web.exposure.include=bucketlocks")
			.run();
		this.locks = this.context.getBean(BucketLockService.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void listsHeldAndWaitingLocks() throws Exception {
		CountDownLatch done = new CountDownLatch(1);
		Future<?> waiter;
		try (BucketLock lock = this.locks.acquire(this.bucket)) {
			waiter = Threads.start(() -> {
				this.locks.acquire(this.bucket).close();
				done.countDown();
				return null;
			});
			Awaitility.await().until(() -> !this.locks.waitingLocks().isEmpty());
			JsonNode report = get("", 200);
			JsonNode held = report.get("held").get(0);
			assertThat(held.get("kind").asString()).isEqualTo("BUCKET");
			assertThat(held.get("bucket").asString()).isEqualTo(NAME);
			assertThat(held.get("path").asString()).isEqualTo(this.bucket.toString());
			assertThat(held.get("thread").asString()).isEqualTo(Thread.currentThread().getName());
			assertThat(held.get("acquiredAt").asString()).isEqualTo(lock.acquiredAt().toString());
			assertThat(held.get("heldFor").asString()).startsWith("PT");
			assertThat(held.get("holdCount").asInt()).isEqualTo(1);
			assertThat(held.get("fencingToken").asLong()).isEqualTo(lock.fencingToken());
			assertThat(held.get("intact").asBoolean()).isTrue();
			assertThat(held.propertyNames()).containsExactly("id", "kind", "bucket", "path", "thread", "acquiredAt",
					"heldFor", "holdCount", "fencingToken", "intact");
			JsonNode waiting = report.get("waiting").get(0);
			assertThat(waiting.propertyNames()).containsExactly("kind", "bucket", "path", "thread", "since",
					"waitingFor");
			assertThat(waiting.get("thread").asString()).isEqualTo("test-thread");
			assertThat(waiting.get("waitingFor").asString()).startsWith("PT");
			assertThat(get("/" + held.get("id").asString(), 200).get("id")).isEqualTo(held.get("id"));
		}
		waiter.get(30, TimeUnit.SECONDS);
		assertThat(done.getCount()).isZero();
		assertThat(get("", 200)).isEqualTo(this.json.readTree("{\"held\":[],\"waiting\":[]}"));
		get("/missing", 404);
	}

	@Test
	void inspectsBucketWhoseNameNeedsEncoding() throws Exception {
		String query = "?path=" + URLEncoder.encode(NAME, StandardCharsets.UTF_8);
		assertThat(get(query, 200).get("status").asString()).isEqualTo("FREE");
		try (BucketLock lock = this.locks.acquire(this.bucket)) {
			JsonNode state = get(query, 200);
			assertThat(state.get("path").asString()).isEqualTo(this.bucket.toString());
			assertThat(state.get("bucket").asString()).isEqualTo(NAME);
			assertThat(state.get("status").asString()).isEqualTo("HELD_HERE");
			assertThat(state.get("explanation").asString()).isNotBlank();
			assertThat(state.get("holder").get("pid").asLong()).isEqualTo(ProcessHandle.current().pid());
			assertThat(state.get("holder").get("application").asString()).isEqualTo("orders");
			assertThat(state.get("holder").get("alive").asBoolean()).isTrue();
			assertThat(lock.isIntact()).isTrue();
		}
	}

	@Test
	void answersBadRequestToPathThatIsNoBucket() throws Exception {
		for (String path : new String[] { "", "%20", "a%00b", "missing", "..%2Felsewhere", "%2Fetc" }) {
			assertThat(get("?path=" + path, 400).get("status").asInt()).isEqualTo(400);
		}
	}

	@Test
	void nothingCanBeWritten() throws Exception {
		for (String method : new String[] { "POST", "DELETE", "PUT" }) {
			HttpResponse<String> response = this.client.send(
					HttpRequest.newBuilder(uri("")).method(method, HttpRequest.BodyPublishers.noBody()).build(),
					HttpResponse.BodyHandlers.ofString());
			assertThat(response.statusCode()).isEqualTo(405);
		}
	}

	private JsonNode get(String suffix, int status) throws Exception {
		HttpResponse<String> response = this.client.send(HttpRequest.newBuilder(uri(suffix)).build(),
				HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).as(suffix + ": " + response.body()).isEqualTo(status);
		return response.body().isEmpty() ? this.json.createObjectNode() : this.json.readTree(response.body());
	}

	private URI uri(String suffix) {
		return URI.create("http://localhost:" + this.context.getEnvironment().getProperty("local.server.port")
				+ "/actuator/bucketlocks" + suffix);
	}

	@EnableAutoConfiguration
	@Configuration(proxyBeanMethods = false)
	static class Application {

	}

}
