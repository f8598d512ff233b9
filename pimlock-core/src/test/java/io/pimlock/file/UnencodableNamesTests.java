package io.pimlock.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.Pimlock;
import io.pimlock.PimlockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Buckets whose names are not text in the JVM's locale, too long, or otherwise odd. The
 * second JVM runs under {@code LC_ALL=C}, which knows nothing but ASCII.
 */
class UnencodableNamesTests {

	/** Python makes them from bytes, so that this JVM's own locale does not matter. */
	private static final String MAKE_DIRECTORIES = """
			import os, sys
			root = os.fsencode(sys.argv[1])
			for name in ["\\u0442\\u0435\\u0441\\u0442".encode(), "\\xfc-\\U0001F512".encode(), b"\\xff\\xfe\\xe4", b"\\xe4", b"\\xf6", b"a%41b",
			             b"new\\nline", b"what?", b"-rf", b" a ", b"...", "\\u044f".encode() * 127]:
			    os.mkdir(os.path.join(root, name))
			""";

	private static final int NAMES = 12;

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path parent;

	private Path root;

	private List<Path> all;

	private void createBuckets() throws Exception {
		Mounts.requireProgram("python3", "python3");
		this.root = Files.createDirectory(this.parent.resolve("root"));
		assertThat(Mounts.run("python3", "-c", MAKE_DIRECTORIES, this.root.toString()).exit()).isZero();
		this.all = directoriesIn(this.root);
		assertThat(this.all).hasSize(NAMES);
	}

	@AfterEach
	void removeBuckets() throws Exception {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
		if (this.root != null) {
			// JUnit cannot delete what its locale cannot name
			Mounts.run("rm", "-rf", this.root.toString());
		}
	}

	private static List<Path> directoriesIn(Path root) throws IOException {
		try (Stream<Path> directories = Files.list(root)) {
			return directories.toList();
		}
	}

	@Test
	void jvmWithAnotherLocaleLocksTheSameDirectories() throws Exception {
		createBuckets();
		try (PeerProcess peer = Jvms.startUnder(List.of("env", "LC_ALL=C"), Locker.class, "-Dfile.encoding=US-ASCII",
				this.root.toString())) {
			String answer = peer.answer();
			assertThat(answer).endsWith(" locked " + NAMES);
			assumeThat(answer).as("LC_ALL=C makes no difference here").doesNotStartWith("UTF-8");
			for (Path bucket : this.all) {
				assertThat(bucket.resolve(".lock")).hasContent(peer.pid() + "\n");
				assertThat(this.buckets.inspect(bucket).status()).isEqualTo(Status.HELD);
				assertThatExceptionOfType(BucketBusyException.class)
					.isThrownBy(() -> this.buckets.acquire(bucket, Duration.ZERO))
					.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(peer.pid()));
			}
			assertThat(peer.ask("release")).isEqualTo("released");
			assertNoFlags();
			try (BucketLock lock = this.buckets.acquireAll(this.all, Duration.ZERO)) {
				assertThat(lock.members()).hasSize(NAMES);
				assertThat(peer.ask("lock")).isEqualTo("refused " + NAMES);
			}
			assertThat(peer.ask("lock")).endsWith(" locked " + NAMES);
			peer.kill();
		}
		for (Path bucket : this.all) {
			this.buckets.acquire(bucket, Duration.ZERO).close();
		}
		assertNoFlags();
		assertThat(directoriesIn(this.parent)).containsExactly(this.root);
		assertThat(directoriesIn(this.root)).hasSize(NAMES);
	}

	private void assertNoFlags() throws Exception {
		for (Path bucket : this.all) {
			assertThat(directoriesIn(bucket)).extracting((file) -> file.getFileName().toString())
				.containsExactlyInAnyOrder(".lock.guard", ".lock.stamp");
		}
	}

	@Test
	void longestNameIsABucketAndALongerOneIsRefused() throws Exception {
		Path longest = Files.createDirectory(this.parent.resolve("x".repeat(255)));
		this.buckets.acquire(longest, Duration.ZERO).close();
		for (Path tooLong : List.of(this.parent.resolve("x".repeat(256)), this.parent.resolve("x".repeat(300)),
				longest.resolve("y".repeat(255)).resolve("z".repeat(4096)))) {
			assertThatExceptionOfType(BucketLockIoException.class)
				.isThrownBy(() -> this.buckets.acquire(tooLong, Duration.ofMinutes(4)))
				.withMessageContaining("File name too long")
				.withMessageNotContaining(this.parent.toString());
		}
		assertThat(directoriesIn(this.parent)).containsExactly(longest);
	}

	@Test
	void pathThatLeavesNoRoomForTheLockFilesIsRefused() throws Exception {
		Path deep = this.parent;
		String segment = "d".repeat(200);
		while (deep.toString().length() < 3850) {
			deep = Files.createDirectory(deep.resolve(segment));
		}
		// PATH_MAX is 4096 with the NUL: there is room for .lock, but not for .lock.guard
		Path bucket = Files.createDirectory(deep.resolve("e".repeat(4085 - deep.toString().length() - 1)));
		assertThat(bucket.toString()).hasSize(4085);
		assertThatExceptionOfType(BucketLockIoException.class)
			.isThrownBy(() -> this.buckets.acquire(bucket, Duration.ofMinutes(4)));
		assertThat(directoriesIn(bucket)).isEmpty();
	}

	/**
	 * The main class of a JVM that locks everything in a directory.
	 */
	static final class Locker {

		private Locker() {
		}

		public static void main(String[] args) throws Exception {
			Path root = Path.of(args[0]);
			BucketLockService buckets = FilePimlock.create(PimlockOptions.defaults().withRoot(root)).buckets();
			List<BucketLock> held = new ArrayList<>();
			System.out.println(lock(root, buckets, held));
			BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
			for (String line = commands.readLine(); line != null; line = commands.readLine()) {
				if (line.equals("lock")) {
					System.out.println(lock(root, buckets, held));
				}
				else {
					held.forEach(BucketLock::close);
					held.clear();
					System.out.println("released");
				}
			}
		}

		private static String lock(Path root, BucketLockService buckets, List<BucketLock> held) throws Exception {
			int refused = 0;
			for (Path bucket : new TreeSet<>(directoriesIn(root))) {
				KernelLockCheck.run(bucket);
				try {
					BucketLock lock = buckets.acquire(bucket, Duration.ZERO);
					held.add(lock);
					// relative to the root, and once more
					buckets.acquire(bucket.getFileName(), Duration.ZERO).close();
					if (!lock.isIntact() || !Files.isRegularFile(bucket.resolve(".lock"))) {
						return "not intact: " + lock;
					}
				}
				catch (BucketBusyException ex) {
					refused++;
				}
				catch (PimlockException ex) {
					return "failed: " + ex;
				}
			}
			return (refused > 0) ? "refused " + refused
					: System.getProperty("sun.jnu.encoding") + " locked " + held.size();
		}

	}

}
