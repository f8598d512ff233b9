package io.pimlock.benchmarks.process;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

import io.pimlock.benchmarks.contender.ContenderKind;
import io.pimlock.benchmarks.results.Results;

/**
 * From the moment before a holder gets SIGKILL to the acquisition by a process that
 * waits. The limit is how long the kernel takes to put a JVM away: a C program waits for
 * the same kernel lock.
 */
final class Death {

	private final Arena arena;

	private final int deaths;

	private final Results results;

	Death(Arena arena) {
		this.arena = arena;
		this.deaths = arena.choose(30, 5);
		this.results = new Results(arena.results().resolve("death.json"));
	}

	void run() throws Exception {
		try (Children children = new Children(this.arena.programs())) {
			Path ground = this.arena.ground(this.arena.diskName());
			Client waiter = new Client(children.jvm(LockClient.class, ContenderKind.PIMLOCK, ground));
			measure("PIMLOCK", children, ground, waiter);
			if (children.has("waiter")) {
				ground = this.arena.ground(this.arena.diskName());
				// makes the file
				start(children, ground).kill();
				waiter = new Client(children.program("waiter", ground.resolve("bucket").resolve(".lock.guard")));
				measure(HandOver.FLOCK, children, ground, waiter);
			}
		}
	}

	private void measure(String name, Children children, Path ground, Client waiter) throws Exception {
		long[] nanos = new long[this.deaths];
		for (int i = 0; i < nanos.length; i++) {
			Client holder = start(children, ground);
			waiter.lock();
			Thread.sleep(ThreadLocalRandom.current().nextInt(100, 300));
			long killed = System.nanoTime();
			holder.kill();
			nanos[i] = waiter.locked() - killed;
			waiter.unlock();
		}
		this.results.add(name, "place", this.arena.diskName(), "nanos", nanos);
		long[] sorted = nanos.clone();
		Arrays.sort(sorted);
		Arena.say(String.format(Locale.ROOT, "death     %-12s median %.3f ms, max %.3f ms", name,
				sorted[sorted.length / 2] / 1e6, sorted[sorted.length - 1] / 1e6));
	}

	private static Client start(Children children, Path ground) throws Exception {
		Client holder = new Client(children.jvm(LockClient.class, ContenderKind.PIMLOCK, ground));
		holder.lock();
		holder.locked();
		return holder;
	}

}
