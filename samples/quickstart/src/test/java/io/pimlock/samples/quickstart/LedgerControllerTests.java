package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.LockHolder;
import io.pimlock.PimlockClosedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest(controllers = LedgerController.class,
		properties = "logging.level.io.pimlock.samples.quickstart.LedgerProblems=off")
@Import({ Buckets.class, StubLedger.class })
class LedgerControllerTests {

	@TempDir
	private static Path root;

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private StubLedger ledger;

	@DynamicPropertySource
	static void useTemporaryRoot(DynamicPropertyRegistry registry) {
		registry.add("pimlock.root", root::toString);
	}

	@BeforeEach
	void forgetFailure() {
		this.ledger.failWith(null);
	}

	@Test
	void returnsTheAppendedEntry() {
		assertThat(append("orders", "first entry")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{ "number": 1, "pid": 4711, "text": "first entry", "fencingToken": 42 }""");
	}

	@Test
	void createsTheBucketBeforeItLocks() {
		append("fresh-for-append", "text");
		hold("fresh-for-hold", "0");
		assertThat(root.resolve("fresh-for-append")).isDirectory();
		assertThat(root.resolve("fresh-for-hold")).isDirectory();
	}

	@ParameterizedTest
	@ValueSource(strings = { MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_FORM_URLENCODED_VALUE,
			MediaType.APPLICATION_JSON_VALUE })
	void takesTheBodyAsItIsWhateverItsType(String contentType) {
		MvcTestResult result = this.mvc.post()
			.uri("/buckets/orders/entries")
			.contentType(contentType)
			.content("a=1&b=%20 \u00e4")
			.exchange();
		assertThat(result).hasStatusOk().bodyJson().extractingPath("text").isEqualTo("a=1&b=%20 \u00e4");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "\n", "one\ntwo", "one\r\ntwo", "one\rtwo", "one\u2028two", "trailing\n" })
	void refusesTextThatIsNotOneLine(String text) {
		assertProblem(append("orders", text), HttpStatus.BAD_REQUEST, "Invalid text");
	}

	@Test
	void refusesLongText() {
		assertThat(append("orders", "x".repeat(4000))).hasStatusOk();
		assertProblem(append("orders", "x".repeat(4001)), HttpStatus.BAD_REQUEST, "Invalid text");
	}

	@ParameterizedTest
	@ValueSource(strings = { ".lock", "-x", "a b", "..." })
	void refusesABadBucketName(String bucket) {
		assertProblem(append(bucket, "text"), HttpStatus.BAD_REQUEST, "Invalid bucket name");
		assertProblem(hold(bucket, "0"), HttpStatus.BAD_REQUEST, "Invalid bucket name");
		assertProblem(entries(bucket), HttpStatus.BAD_REQUEST, "Invalid bucket name");
		assertThat(root.resolve(bucket)).doesNotExist();
	}

	@Test
	void answersABusyBucketWithItsHolder() {
		LockHolder holder = new LockHolder(815, "web-1", "quickstart", null, true);
		this.ledger.failWith(
				BucketBusyException.heldElsewhere(root.resolve("orders"), "orders", holder, Duration.ofMillis(1500)));
		MvcTestResult result = append("orders", "text");
		assertProblem(result, HttpStatus.CONFLICT, "Bucket busy");
		assertThat(result).containsHeader(HttpHeaders.RETRY_AFTER)
			.bodyJson()
			.isLenientlyEqualTo(
					"""
							{
								"detail": "Bucket 'orders' is held by process 815 (quickstart on host web-1); gave up after 1500 ms",
								"instance": "/buckets/orders/entries", "bucket": "orders", "holdingPid": 815, "waitedMillis": 1500
							}""");
		assertProblem(hold("orders", "1"), HttpStatus.CONFLICT, "Bucket busy");
	}

	@Test
	void inventsNoPidForAnUnknownHolder() {
		this.ledger.failWith(BucketBusyException.heldElsewhere(root.resolve("orders"), "orders", null, Duration.ZERO));
		MvcTestResult result = append("orders", "text");
		assertProblem(result, HttpStatus.CONFLICT, "Bucket busy");
		assertThat(result).bodyJson().doesNotHavePath("holdingPid");
	}

	@ParameterizedTest
	@CsvSource({ "BUCKET_DIR_MISSING, 404", "BUCKET_DIR_DISAPPEARED, 404", "BUCKET_DIR_NOT_DIRECTORY, 400",
			"PATH_OUTSIDE_ROOT, 400", "PATH_INVALID, 400", "LOCKFILE_NOT_REGULAR, 500",
			"LOCKFILE_RELEASE_BLOCKED, 500" })
	void tellsBadRequestsFromBadBuckets(Reason reason, int status) {
		this.ledger.failWith(
				new BucketValidationException(reason, "orders", root.resolve("orders"), "it is not usable", null));
		MvcTestResult result = append("orders", "text");
		assertProblem(result, HttpStatus.valueOf(status), "Bucket unusable");
		assertThat(result).bodyJson().extractingPath("reason").isEqualTo(reason.name());
	}

	@Test
	void answersARefusalByTheSystemAsUnavailable() {
		this.ledger.failWith(new BucketLockIoException(BucketLockIoException.Kind.NO_SPACE, root.resolve("orders"),
				"orders", "the filesystem is full", null));
		MvcTestResult result = append("orders", "text");
		assertProblem(result, HttpStatus.SERVICE_UNAVAILABLE, "Bucket unavailable");
		assertThat(result).bodyJson().extractingPath("kind").isEqualTo("NO_SPACE");
	}

	@Test
	void admitsThatTheLockWasLost() {
		this.ledger.failWith(new BucketLockLostException(root.resolve("orders"), "orders", 42, "it was removed"));
		assertProblem(append("orders", "text"), HttpStatus.INTERNAL_SERVER_ERROR, "Lock lost");
	}

	@Test
	void isUnavailableWhileItShutsDown() {
		this.ledger.failWith(new PimlockClosedException());
		assertProblem(append("orders", "text"), HttpStatus.SERVICE_UNAVAILABLE, "Locking unavailable");
	}

	@Test
	void keepsPathsOutOfTheAnswer() {
		this.ledger.failWith(new UncheckedIOException(new IOException(root + "/orders/ledger.txt: no space left")));
		MvcTestResult result = append("orders", "text");
		assertProblem(result, HttpStatus.INTERNAL_SERVER_ERROR, "Ledger unavailable");
		assertThat(result).bodyText().doesNotContain(root.toString());
	}

	@Test
	void listsEntries() throws IOException {
		Path bucket = Files.createDirectory(root.resolve("listed"));
		assertThat(entries("listed")).hasStatusOk().bodyJson().isStrictlyEqualTo("[]");
		Files.writeString(bucket.resolve("ledger.txt"), "1 4711 first entry\n2 47");
		assertThat(entries("listed")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				[ { "number": 1, "pid": 4711, "text": "first entry" } ]""");
	}

	@Test
	void listsNothingOfAnUnknownBucket() {
		assertProblem(entries("nowhere"), HttpStatus.NOT_FOUND, "Unknown bucket");
		assertThat(root.resolve("nowhere")).doesNotExist();
	}

	@Test
	void holdsForFiveSecondsUnlessTold() {
		assertThat(this.mvc.post().uri("/buckets/orders/hold")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{ "bucket": "orders", "pid": 4711, "fencingToken": 42, "heldMillis": 5000 }""");
		assertThat(hold("orders", "300")).hasStatusOk().bodyJson().extractingPath("heldMillis").isEqualTo(300_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1", "301", "five", "1.5" })
	void refusesABadDuration(String seconds) {
		assertThat(hold("orders", seconds)).hasStatus(HttpStatus.BAD_REQUEST)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
	}

	private MvcTestResult append(String bucket, String text) {
		return this.mvc.post().uri("/buckets/{bucket}/entries", bucket).content(text).exchange();
	}

	private MvcTestResult entries(String bucket) {
		return this.mvc.get().uri("/buckets/{bucket}/entries", bucket).exchange();
	}

	private MvcTestResult hold(String bucket, String seconds) {
		return this.mvc.post().uri("/buckets/{bucket}/hold?seconds={seconds}", bucket, seconds).exchange();
	}

	private static void assertProblem(MvcTestResult result, HttpStatus status, String title) {
		assertThat(result).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(result).bodyJson().extractingPath("title").isEqualTo(title);
		assertThat(result).bodyJson().extractingPath("status").isEqualTo(status.value());
	}

}
