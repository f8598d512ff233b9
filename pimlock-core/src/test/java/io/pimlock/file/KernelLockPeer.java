package io.pimlock.file;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.pimlock.Pimlock;
import io.pimlock.StoreBusyException;
import io.pimlock.WriterBusyException;

/**
 * The main class of a JVM in tests that takes leases and locks stores. Reads commands, a
 * line each, and answers each with one line.
 */
final class KernelLockPeer {

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)));

	private final Map<String, AutoCloseable> held = new HashMap<>();

	public static void main(String[] args) throws Exception {
		KernelLockPeer peer = new KernelLockPeer();
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		System.out.println("ready");
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			String[] command = line.split(" ");
			try {
				System.out.println(peer.execute(command, Path.of(command[1])));
			}
			catch (WriterBusyException ex) {
				System.out.println("busy " + ex.holder().map((holder) -> holder.pid()).orElse(0L));
			}
			catch (StoreBusyException ex) {
				System.out.println("busy " + ex.holder().map((holder) -> holder.pid()).orElse(0L));
			}
		}
	}

	static PeerProcess start() throws Exception {
		PeerProcess peer = Jvms.start(KernelLockPeer.class);
		if (!peer.answer().equals("ready")) {
			throw new IllegalStateException("the peer did not start");
		}
		return peer;
	}

	private String execute(String[] command, Path path) throws Exception {
		return switch (command[0]) {
			case "lease" -> keep("lease", this.pimlock.leases().acquire(path, command[2]));
			case "is-held" -> "held " + this.pimlock.leases().isHeld(path, command[2]);
			case "own" -> keep("own", this.pimlock.stores().own(path));
			case "stage" -> keep("stage", this.pimlock.stores().stage(path, Duration.ofMinutes(4)));
			case "collect" -> keep("collect", this.pimlock.stores().collect(path));
			case "close" -> {
				this.held.remove(command[1]).close();
				yield "closed";
			}
			case "child" -> "child " + new ProcessBuilder("sleep", command[1]).start().pid();
			case "attempts" -> "never in " + attempts(path);
			default -> throw new IllegalArgumentException(command[0]);
		};
	}

	private String keep(String name, AutoCloseable handle) {
		this.held.put(name, handle);
		return "locked";
	}

	/** Tries to own a store until that succeeds. */
	private long attempts(Path store) {
		for (long refused = 0;; refused++) {
			try {
				this.held.put("own", this.pimlock.stores().own(store));
				return refused;
			}
			catch (StoreBusyException ex) {
				// still owned
			}
		}
	}

}
