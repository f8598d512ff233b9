package io.pimlock.benchmarks.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.pimlock.benchmarks.contender.Contender;
import io.pimlock.benchmarks.contender.ContenderKind;
import io.pimlock.benchmarks.contender.LockDatabase;
import io.pimlock.benchmarks.results.Results;

/**
 * What a JVM costs that waits for a lock and does nothing else, beside one that does not
 * even wait. All of them at once, each with a lock of its own that this JVM holds.
 */
final class Idle {

	/** USER_HZ, which is 100 on all common architectures. */
	private static final int TICKS_PER_SECOND = 100;

	private static final int SETTLE_MILLIS = 4_000;

	private static final String NO_WAIT = "NO_WAIT";

	private final Arena arena;

	private final int seconds;

	private final Results results;

	private final List<Contender> held = new ArrayList<>();

	Idle(Arena arena) {
		this.arena = arena;
		this.seconds = arena.choose(30, 5);
		this.results = new Results(arena.results().resolve("idle.json"));
	}

	void run() throws Exception {
		try (LockDatabase database = LockDatabase.start(this.arena.ground(this.arena.diskName()));
				Children children = new Children(this.arena.programs())) {
			List<String> names = List.of(NO_WAIT, "PIMLOCK", "FILE_CHANNEL", "LUCENE", "JDBC_SERVER");
			List<Client> clients = new ArrayList<>();
			for (String name : names) {
				clients.add(name.equals(NO_WAIT) ? rest(children) : await(children, ContenderKind.valueOf(name)));
			}
			Thread.sleep(SETTLE_MILLIS);
			long[] before = clients.stream().mapToLong((client) -> ticks(client.pid())).toArray();
			long begin = System.nanoTime();
			Thread.sleep(this.seconds * 1000L);
			double waited = (System.nanoTime() - begin) / 1e9;
			for (int i = 0; i < before.length; i++) {
				double used = (ticks(clients.get(i).pid()) - before[i]) / (double) TICKS_PER_SECOND;
				this.results.add(names.get(i), "seconds", waited, "cpuSeconds", used);
				Arena.say(String.format(Locale.ROOT, "idle      %-12s %.2f %% of a core", names.get(i),
						100 * used / waited));
			}
			for (Contender holder : this.held) {
				holder.unlock();
				holder.close();
			}
		}
	}

	private Client rest(Children children) throws IOException {
		return new Client(
				children.jvm(LockClient.class, ContenderKind.PIMLOCK, this.arena.ground(this.arena.diskName())));
	}

	private Client await(Children children, ContenderKind kind) throws Exception {
		Path ground = this.arena.ground(this.arena.diskName());
		Contender holder = kind.open(ground);
		holder.lock();
		this.held.add(holder);
		Client client = new Client(children.jvm(LockClient.class, kind, ground));
		client.lock();
		return client;
	}

	/** User and system time, fields 14 and 15 of {@code stat}, see proc(5). */
	private static long ticks(long pid) {
		try {
			String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
			String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
			return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
		}
		catch (IOException ex) {
			throw new IllegalStateException("A process that waited is gone", ex);
		}
	}

}
