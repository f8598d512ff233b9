package io.pimlock.samples.quickstart;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Threads that append to one bucket through several processes, and what they were told.
 */
class Clients implements AutoCloseable {

	private final JsonMapper mapper = new JsonMapper();

	private final String bucket;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<Future<Void>> running = new ArrayList<>();

	private final List<AppendedEntry> acknowledged = new CopyOnWriteArrayList<>();

	Clients(String bucket) {
		this.bucket = bucket;
	}

	/**
	 * Starts a client that appends so many entries, all of which have to succeed.
	 */
	void append(QuickstartProcess process, String name, int count) {
		start(() -> {
			for (int i = 0; i < count; i++) {
				acknowledge(process.append(this.bucket, name + "-" + i));
			}
			return null;
		});
	}

	/**
	 * Starts a client that appends until its process is gone.
	 */
	void appendUntilKilled(QuickstartProcess process, String name) {
		start(() -> {
			for (int i = 0; true; i++) {
				HttpResponse<String> response;
				try {
					response = process.append(this.bucket, name + "-" + i);
				}
				catch (CompletionException ex) {
					return null;
				}
				acknowledge(response);
			}
		});
	}

	private void start(Callable<Void> client) {
		this.running.add(this.threads.submit(client));
	}

	private void acknowledge(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response::body).isEqualTo(200);
		this.acknowledged.add(this.mapper.readValue(response.body(), AppendedEntry.class));
	}

	void awaitAll() throws Exception {
		for (Future<Void> client : this.running) {
			client.get(4, TimeUnit.MINUTES);
		}
	}

	/**
	 * What was acknowledged up to now, in the order of the numbers.
	 */
	List<AppendedEntry> acknowledged() {
		return this.acknowledged.stream().sorted(Comparator.comparing(AppendedEntry::number)).toList();
	}

	long acknowledgedBy(QuickstartProcess process) {
		return this.acknowledged.stream().filter((entry) -> entry.pid() == process.pid()).count();
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
	}

}
