package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two and more processes on one root, over real HTTP.
 */
class LedgerEndToEndTests {

	private static final String PATIENT = "--pimlock.wait-timeout=90s";

	private static final String IMPATIENT = "--pimlock.wait-timeout=300ms";

	private static final String ONE_ATTEMPT = "--pimlock.wait-timeout=0s";

	private static final int FOREVER = 300;

	private final JsonMapper mapper = new JsonMapper();

	@TempDir
	private Path root;

	@RegisterExtension
	private final QuickstartProcesses processes = new QuickstartProcesses();

	@Test
	void numbersStayGaplessAcrossTwoProcesses() throws Exception {
		QuickstartProcess first = this.processes.start(this.root, PATIENT);
		QuickstartProcess second = this.processes.start(this.root, PATIENT);
		try (Clients clients = new Clients("orders")) {
			clients.append(first, "a", 60);
			clients.append(first, "b", 60);
			clients.append(second, "c", 60);
			clients.append(second, "d", 60);
			clients.awaitAll();
			assertThat(clients.acknowledged()).hasSize(240);
			assertThat(soundEntries(first, "orders", clients.acknowledged())).hasSize(240);
			assertThat(entries(first, "orders")).isEqualTo(entries(second, "orders"));
		}
	}

	@Test
	void busyBucketIsAnsweredWithItsHolder() {
		QuickstartProcess holder = this.processes.start(this.root, IMPATIENT);
		QuickstartProcess other = this.processes.start(this.root, IMPATIENT);
		holdForever(holder, "orders");
		for (QuickstartProcess refused : List.of(other, holder)) {
			HttpResponse<String> response = refused.append("orders", "text");
			assertThat(response.statusCode()).isEqualTo(409);
			assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
			assertThat(response.headers().firstValue("Retry-After")).contains("1");
			JsonNode problem = json(response);
			assertThat(problem.get("bucket").asString()).isEqualTo("orders");
			assertThat(problem.get("holdingPid").asLong()).isEqualTo(holder.pid());
			assertThat(problem.get("waitedMillis").asLong()).isGreaterThanOrEqualTo(300);
			assertThat(problem.get("detail").asString()).contains("'orders'", "process " + holder.pid());
			assertThat(response.body()).doesNotContain(this.root.toString());
		}
		assertThat(other.append("invoices", "text").statusCode()).isEqualTo(200);
		assertThat(this.root.resolve("orders/ledger.txt")).doesNotExist();
	}

	@Test
	void endpointShowsAHolderInAnotherProcess() {
		QuickstartProcess holder = this.processes.start(this.root, PATIENT);
		QuickstartProcess other = this.processes.start(this.root, PATIENT);
		other.append("orders", "text");
		assertThat(json(other.inspect("orders")).get("status").asString()).isEqualTo("FREE");
		holdForever(holder, "orders");
		for (String path : List.of("orders", this.root.resolve("orders").toString())) {
			JsonNode state = json(other.inspect(path));
			assertThat(state.get("bucket").asString()).isEqualTo("orders");
			assertThat(Path.of(state.get("path").asString())).isEqualTo(this.root.resolve("orders"));
			assertThat(state.get("status").asString()).isEqualTo("HELD");
			assertThat(state.get("explanation").asString()).isNotBlank();
			assertThat(state.get("holder").get("pid").asLong()).isEqualTo(holder.pid());
			assertThat(state.get("holder").get("application").asString()).isEqualTo("quickstart");
			assertThat(state.get("holder").get("alive").asBoolean()).isTrue();
		}
		assertThat(json(holder.inspect("orders")).get("status").asString()).isEqualTo("HELD_HERE");
		assertThat(json(other.locks()).get("held")).isEmpty();
	}

	@Test
	void endpointShowsWhatItsOwnProcessHolds() {
		QuickstartProcess holder = this.processes.start(this.root, PATIENT);
		assertThat(json(holder.locks()).get("held")).isEmpty();
		JsonNode held = holdForever(holder, "orders");
		assertThat(held.get("kind").asString()).isEqualTo("BUCKET");
		assertThat(Path.of(held.get("path").asString())).isEqualTo(this.root.resolve("orders"));
		assertThat(held.get("thread").asString()).contains("exec");
		assertThat(held.get("fencingToken").asLong()).isPositive();
		// The annotation and the re-entry for the token: without the former there were
		// one.
		assertThat(held.get("holdCount").asInt()).isEqualTo(2);
		assertThat(held.get("intact").asBoolean()).isTrue();
		assertThat(held.get("acquiredAt").asString()).isNotBlank();
		assertThat(held.get("heldFor").asString()).isNotBlank();
		HttpResponse<String> one = holder.lock(held.get("id").asString());
		assertThat(one.statusCode()).isEqualTo(200);
		assertThat(json(one).get("fencingToken")).isEqualTo(held.get("fencingToken"));
		assertThat(holder.lock("no-such-lock").statusCode()).isEqualTo(404);
	}

	@Test
	void waitingRequestGetsTheBucketWhenItsHolderIsKilled() {
		QuickstartProcess holder = this.processes.start(this.root, PATIENT);
		QuickstartProcess other = this.processes.start(this.root, PATIENT);
		holdForever(holder, "orders");
		CompletableFuture<HttpResponse<String>> append = other.appendLater("orders", "text");
		JsonNode waiting = awaitLock(other, "waiting", "orders");
		assertThat(Path.of(waiting.get("path").asString())).isEqualTo(this.root.resolve("orders"));
		assertThat(waiting.get("thread").asString()).isNotBlank();
		assertThat(append).isNotDone();
		holder.kill();
		assertThat(append.join().statusCode()).isEqualTo(200);
		assertThat(json(append.join()).get("number").asLong()).isEqualTo(1);
		assertThat(json(other.locks()).get("waiting")).isEmpty();
	}

	@Test
	void holdEndsAndReportsItself() {
		QuickstartProcess holder = this.processes.start(this.root, PATIENT);
		QuickstartProcess other = this.processes.start(this.root, PATIENT);
		other.append("warm-up", "text");
		CompletableFuture<HttpResponse<String>> hold = holder.hold("orders", 2);
		awaitLock(holder, "held", "orders");
		assertThat(other.append("orders", "text").statusCode()).isEqualTo(200);
		JsonNode report = json(hold.join());
		assertThat(report.get("bucket").asString()).isEqualTo("orders");
		assertThat(report.get("pid").asLong()).isEqualTo(holder.pid());
		assertThat(report.get("heldMillis").asLong()).isGreaterThanOrEqualTo(2000);
	}

	@Test
	void holderThatIsKilledStrandsNothing() {
		QuickstartProcess victim = this.processes.start(this.root, PATIENT);
		// Does not wait at all: the bucket has to be free at once.
		QuickstartProcess survivor = this.processes.start(this.root, ONE_ATTEMPT);
		AppendedEntry before = entry(victim.append("orders", "before"));
		long tokenOfTheKilled = holdForever(victim, "orders").get("fencingToken").asLong();
		assertThat(survivor.append("orders", "too early").statusCode()).isEqualTo(409);
		victim.kill();
		assertThat(json(survivor.inspect("orders")).get("status").asString()).isEqualTo("STALE");
		AppendedEntry after = entry(survivor.append("orders", "after"));
		assertThat(before.number()).isEqualTo(1);
		assertThat(after.number()).isEqualTo(2);
		assertThat(List.of(before.fencingToken(), tokenOfTheKilled, after.fencingToken())).isSorted()
			.doesNotHaveDuplicates();
		assertThat(json(survivor.inspect("orders")).get("status").asString()).isEqualTo("FREE");
	}

	@Test
	void numbersStayGaplessWhenAWriterIsKilled() throws Exception {
		QuickstartProcess victim = this.processes.start(this.root, PATIENT);
		QuickstartProcess survivor = this.processes.start(this.root, PATIENT);
		try (Clients clients = new Clients("orders")) {
			clients.appendUntilKilled(victim, "a");
			clients.appendUntilKilled(victim, "b");
			clients.append(survivor, "c", 100);
			clients.append(survivor, "d", 100);
			await().until(() -> clients.acknowledgedBy(victim) >= 20);
			victim.kill();
			clients.awaitAll();
			assertThat(clients.acknowledgedBy(survivor)).isEqualTo(200);
			List<AppendedEntry> acknowledged = clients.acknowledged();
			// Each client of the victim may have had an answer under way.
			assertThat(soundEntries(survivor, "orders", acknowledged)).hasSizeBetween(acknowledged.size(),
					acknowledged.size() + 2);
		}
	}

	@Test
	void curlsDefaultContentTypeIsNoForm() {
		QuickstartProcess process = this.processes.start(this.root);
		assertThat(entry(process.appendForm("orders", "a=1&b=%20 c")).text()).isEqualTo("a=1&b=%20 c");
	}

	@Test
	void exposesWhatTheReadmeNames() {
		QuickstartProcess process = this.processes.start(this.root);
		// The server answers before the application says that it is ready.
		await().until(() -> process.get("/actuator/health").statusCode() == 200);
		for (String endpoint : List.of("health", "info", "metrics", "bucketlocks")) {
			assertThat(process.get("/actuator/" + endpoint).statusCode()).as(endpoint).isEqualTo(200);
		}
		assertThat(json(process.get("/actuator/info")).get("process").get("pid").asLong()).isEqualTo(process.pid());
	}

	/**
	 * A bucket's entries, having checked that they have the numbers from 1 without gap or
	 * duplicate, that no acknowledged one is missing, and that the fencing tokens rise
	 * with the numbers.
	 */
	private List<LedgerEntry> soundEntries(QuickstartProcess process, String bucket, List<AppendedEntry> acknowledged)
			throws IOException {
		List<LedgerEntry> entries = entries(process, bucket);
		assertThat(entries).extracting(LedgerEntry::number)
			.containsExactlyElementsOf(LongStream.rangeClosed(1, entries.size()).boxed().toList());
		assertThat(entries).extracting(LedgerEntry::text).doesNotHaveDuplicates();
		assertThat(Files.readAllLines(this.root.resolve(bucket).resolve("ledger.txt")))
			.isEqualTo(entries.stream().map((entry) -> entry.toLine().stripTrailing()).toList());
		for (AppendedEntry entry : acknowledged) {
			assertThat(entries.get((int) entry.number() - 1))
				.isEqualTo(new LedgerEntry(entry.number(), entry.pid(), entry.text()));
		}
		assertThat(acknowledged).extracting(AppendedEntry::fencingToken).isSorted().doesNotHaveDuplicates();
		return entries;
	}

	private JsonNode holdForever(QuickstartProcess process, String bucket) {
		process.hold(bucket, FOREVER);
		return awaitLock(process, "held", bucket);
	}

	private JsonNode awaitLock(QuickstartProcess process, String list, String bucket) {
		return await().until(() -> json(process.locks()).get(list)
			.valueStream()
			.filter((lock) -> lock.get("bucket").asString().equals(bucket))
			.findFirst()
			.orElse(null), (lock) -> lock != null);
	}

	private List<LedgerEntry> entries(QuickstartProcess process, String bucket) {
		return List.of(this.mapper.readValue(process.entries(bucket).body(), LedgerEntry[].class));
	}

	private AppendedEntry entry(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response::body).isEqualTo(200);
		return this.mapper.readValue(response.body(), AppendedEntry.class);
	}

	private JsonNode json(HttpResponse<String> response) {
		return this.mapper.readTree(response.body());
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(50, TimeUnit.MILLISECONDS);
	}

}
