package io.pimlock.samples.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The application in a JVM of its own, and a client for it.
 */
class QuickstartProcess {

	private static final Duration DEADLINE = Duration.ofMinutes(2);

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Process process;

	private final StringBuffer output = new StringBuffer();

	private final CompletableFuture<Integer> port = new CompletableFuture<>();

	private QuickstartProcess(Process process) {
		this.process = process;
		Thread reader = new Thread(this::readOutput, "output of process " + process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts the application and returns at once; the first request waits until it is up.
	 */
	static QuickstartProcess start(Path root, String... args) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
				"--enable-native-access=ALL-UNNAMED", QuickstartApplication.class.getName(), "--server.port=0"));
		command.addAll(List.of(args));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		builder.environment().put("LEDGER_ROOT", root.toString());
		try {
			return new QuickstartProcess(builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void readOutput() {
		try (BufferedReader reader = this.process.inputReader()) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				this.output.append(line).append('\n');
				Matcher matcher = PORT.matcher(line);
				if (matcher.find()) {
					this.port.complete(Integer.valueOf(matcher.group(1)));
				}
			}
		}
		catch (IOException ex) {
			this.output.append(ex).append('\n');
		}
		this.port.completeExceptionally(new IllegalStateException("The application ended before it was up"));
	}

	long pid() {
		return this.process.pid();
	}

	String output() {
		return this.output.toString();
	}

	/**
	 * Ends the process with SIGKILL, where there is such a thing, and waits until it is
	 * gone.
	 */
	void kill() {
		try {
			if (!this.process.destroyForcibly().waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("Process " + pid() + " survives being killed");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	HttpResponse<String> append(String bucket, String text) {
		return post("/buckets/" + bucket + "/entries", text).join();
	}

	CompletableFuture<HttpResponse<String>> appendLater(String bucket, String text) {
		return post("/buckets/" + bucket + "/entries", text);
	}

	HttpResponse<String> appendForm(String bucket, String text) {
		HttpRequest request = request("/buckets/" + bucket + "/entries").POST(BodyPublishers.ofString(text))
			.header("Content-Type", "application/x-www-form-urlencoded")
			.build();
		return client.sendAsync(request, BodyHandlers.ofString()).join();
	}

	HttpResponse<String> entries(String bucket) {
		return get("/buckets/" + bucket + "/entries");
	}

	/**
	 * Asks the application to hold the bucket, and returns while it does not answer.
	 */
	CompletableFuture<HttpResponse<String>> hold(String bucket, int seconds) {
		return post("/buckets/" + bucket + "/hold?seconds=" + seconds, "");
	}

	HttpResponse<String> locks() {
		return get("/actuator/bucketlocks");
	}

	HttpResponse<String> lock(String id) {
		return get("/actuator/bucketlocks/" + encode(id));
	}

	HttpResponse<String> inspect(String path) {
		return get("/actuator/bucketlocks?path=" + encode(path));
	}

	HttpResponse<String> get(String uri) {
		return client.sendAsync(request(uri).GET().build(), BodyHandlers.ofString()).join();
	}

	private CompletableFuture<HttpResponse<String>> post(String uri, String body) {
		HttpRequest request = request(uri).POST(BodyPublishers.ofString(body)).build();
		return client.sendAsync(request, BodyHandlers.ofString());
	}

	private HttpRequest.Builder request(String uri) {
		int port = this.port.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
		return HttpRequest.newBuilder(URI.create("http://localhost:" + port + uri)).timeout(DEADLINE);
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
