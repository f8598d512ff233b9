package io.pimlock.benchmarks.process;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.pimlock.benchmarks.contender.Contender;
import io.pimlock.benchmarks.contender.ContenderKind;

/**
 * The main class of a process that locks and unlocks when its standard input says so. It
 * answers {@code lock} with {@code locking} at once, and with the instant at which it had
 * the lock; {@code unlock} with {@code unlocked}.
 */
final class LockClient {

	private LockClient() {
	}

	public static void main(String[] args) throws Exception {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		try (Contender lock = ContenderKind.valueOf(args[0]).open(Path.of(args[1]))) {
			for (String line = input.readLine(); line != null; line = input.readLine()) {
				if (line.equals("lock")) {
					System.out.println("locking");
					lock.lock();
					System.out.println(System.nanoTime());
				}
				else {
					lock.unlock();
					System.out.println("unlocked");
				}
			}
		}
		Runtime.getRuntime().halt(0);
	}

}
