package io.pimlock.file;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockState;
import io.pimlock.Pimlock;
import io.pimlock.PimlockException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;

/**
 * The main class of a second JVM in tests. Reads commands, a line each, and answers each
 * with one line.
 */
final class LockPeer {

	private final Pimlock pimlock = new FilePimlock(this::options, Boolean.getBoolean("peer.without-links")
			? LockFilesWithoutLinks.refusing(Reason.PERMISSION) : LockFiles.system());

	private BucketLock lock;

	public static void main(String[] args) throws Exception {
		LockPeer peer = new LockPeer();
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		System.out.println("ready");
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			System.out.println(peer.execute(line.split(" ")));
		}
	}

	private PimlockOptions options() {
		PimlockOptions options = PimlockOptions.defaults()
			.withApplication("peer")
			.withPollInterval(Duration.ofMillis(2));
		String permissions = System.getProperty("peer.file-permissions");
		return (permissions != null) ? options.withFilePermissions(PosixFilePermissions.fromString(permissions))
				: options;
	}

	private String execute(String[] command) throws Exception {
		return switch (command[0]) {
			case "acquire" -> acquire(Path.of(command[1]), Duration.ofMillis(Long.parseLong(command[2])));
			case "release" -> release();
			case "inspect" -> this.pimlock.buckets().inspect(Path.of(command[1])).status().name();
			case "look" -> look(Path.of(command[1]));
			case "self" -> "pid " + ProcessHandle.current().pid();
			case "explain" -> explain(Path.of(command[1]));
			case "increment" -> increment(Path.of(command[1]), Integer.parseInt(command[2]));
			case "child" -> "child " + new ProcessBuilder("sleep", "60").inheritIO().start().pid();
			case "return" -> {
				Thread.currentThread().interrupt();
				throw new InterruptedException("return from main");
			}
			case "exhaust" -> exhaust();
			case "exit" -> {
				System.exit(0);
				yield "unreachable";
			}
			default -> throw new IllegalArgumentException(command[0]);
		};
	}

	/** Takes all inotify instances that this user may have. */
	private static String exhaust() {
		List<WatchService> all = new ArrayList<>();
		try {
			while (true) {
				all.add(FileSystems.getDefault().newWatchService());
			}
		}
		catch (IOException ex) {
			return "exhausted after " + all.size();
		}
	}

	private String acquire(Path bucket, Duration waitTimeout) {
		try {
			this.lock = this.pimlock.buckets().acquire(bucket, waitTimeout);
			return "acquired " + this.lock.fencingToken();
		}
		catch (BucketBusyException ex) {
			return "busy " + ex.holdingPid();
		}
	}

	private String explain(Path bucket) {
		try {
			this.lock = this.pimlock.buckets().acquire(bucket, Duration.ofMillis(20));
			return "acquired " + this.lock.fencingToken();
		}
		catch (PimlockException ex) {
			return ex.getMessage();
		}
	}

	private String look(Path bucket) {
		BucketLockState state = this.pimlock.buckets().inspect(bucket);
		return state.status() + state.holder().map((holder) -> " " + holder.pid() + " " + holder.alive()).orElse("");
	}

	private String release() {
		this.lock.close();
		return "released";
	}

	private String increment(Path bucket, int times) throws Exception {
		int overlaps = 0;
		long lastToken = 0;
		for (int i = 0; i < times; i++) {
			try (BucketLock held = this.pimlock.buckets().acquire(bucket, Duration.ofMinutes(4))) {
				overlaps += Counter.increment(bucket);
				if (held.fencingToken() <= lastToken) {
					throw new IllegalStateException("token " + held.fencingToken() + " after " + lastToken);
				}
				lastToken = held.fencingToken();
			}
		}
		return "overlaps " + overlaps;
	}

	/**
	 * A counter that loses increments unless it is locked, with a marker that shows when
	 * two are inside.
	 */
	static final class Counter {

		private Counter() {
		}

		static void create(Path bucket) throws Exception {
			Files.writeString(bucket.resolve("counter.txt"), "0");
		}

		static int value(Path bucket) throws Exception {
			return Integer.parseInt(Files.readString(bucket.resolve("counter.txt")));
		}

		static int increment(Path bucket) throws Exception {
			int overlaps = 0;
			Path marker = bucket.resolve("inside");
			try {
				Files.createDirectory(marker);
			}
			catch (FileAlreadyExistsException ex) {
				overlaps++;
			}
			Files.writeString(bucket.resolve("counter.txt"), Integer.toString(value(bucket) + 1));
			try {
				Files.delete(marker);
			}
			catch (NoSuchFileException ex) {
				overlaps++;
			}
			return overlaps;
		}

	}

}
