package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two buckets, taken one after the other in opposite order: whoever waits in vain gives
 * up at its deadline. A kernel lock of fcntl(2) would take that for a deadlock of the
 * processes, whichever their threads are.
 */
class OppositeOrderTests {

	private static final int THREADS = 4;

	private static final int ROUNDS = 25;

	@TempDir
	Path parent;

	private Path a;

	private Path b;

	@BeforeEach
	void createBuckets() throws Exception {
		this.a = Files.createDirectory(this.parent.resolve("a"));
		this.b = Files.createDirectory(this.parent.resolve("b"));
	}

	private void assertBothFree() {
		try (Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults())) {
			pimlock.buckets().acquireAll(List.of(this.a, this.b), Duration.ZERO).close();
		}
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	@Test
	void bothGiveUpAtTheirDeadline() throws Exception {
		try (PeerProcess first = Jvms.lockPeer(); PeerProcess second = Jvms.lockPeer()) {
			assertThat(first.ask("acquire " + this.a + " 0")).startsWith("acquired");
			assertThat(second.ask("acquire " + this.b + " 0")).startsWith("acquired");
			first.send("acquire " + this.b + " 400");
			second.send("acquire " + this.a + " 400");
			assertThat(first.answer()).isEqualTo("busy " + second.pid());
			assertThat(second.answer()).isEqualTo("busy " + first.pid());
			// both still hold what they had
			assertThat(first.ask("look " + this.b)).isEqualTo("HELD " + second.pid() + " true");
			assertThat(second.ask("release")).isEqualTo("released");
			assertThat(first.ask("acquire " + this.b + " 0")).startsWith("acquired");
			assertThat(second.ask("acquire " + this.a + " 0")).isEqualTo("busy " + first.pid());
			first.kill();
			second.kill();
		}
		assertBothFree();
	}

	@Test
	@Timeout(280)
	void manyThreadsOfTwoProcessesMeetNothingButTimeouts() throws Exception {
		try (PeerProcess other = Jvms.start(Crosser.class, this.a.toString(), this.b.toString())) {
			String here = Crosser.run(this.a, this.b);
			String there = other.answer();
			System.out.println("here: " + here + "; there: " + there);
			assertThat(List.of(here, there))
				.allMatch((result) -> result.matches("both \\d+, timeouts \\d+, failures 0"));
			assertThat(other.answer()).isEqualTo("ended");
		}
		assertBothFree();
	}

	/**
	 * The main class of a JVM whose threads take two buckets, half of them in the other
	 * order.
	 */
	static final class Crosser {

		private Crosser() {
		}

		public static void main(String[] args) throws Exception {
			System.out.println(run(Path.of(args[0]), Path.of(args[1])));
		}

		static String run(Path a, Path b) throws Exception {
			AtomicInteger both = new AtomicInteger();
			AtomicInteger timeouts = new AtomicInteger();
			ExecutorService threads = Executors.newFixedThreadPool(THREADS);
			try (Pimlock pimlock = FilePimlock
				.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)))) {
				List<? extends Future<?>> running = IntStream.range(0, THREADS)
					.mapToObj((number) -> threads.submit(() -> {
						Path first = (number % 2 == 0) ? a : b;
						Path second = (number % 2 == 0) ? b : a;
						for (int i = 0; i < ROUNDS; i++) {
							cross(pimlock.buckets(), first, second, both, timeouts);
						}
					}))
					.toList();
				for (Future<?> thread : running) {
					thread.get();
				}
				if (!pimlock.heldLocks().isEmpty()) {
					return "still held: " + pimlock.heldLocks();
				}
				int failures = THREADS * ROUNDS - both.get() - timeouts.get();
				return "both " + both + ", timeouts " + timeouts + ", failures " + failures;
			}
			catch (ExecutionException ex) {
				return "failed: " + ex.getCause();
			}
			finally {
				threads.shutdownNow();
			}
		}

		private static void cross(BucketLockService buckets, Path first, Path second, AtomicInteger both,
				AtomicInteger timeouts) {
			// the outer wait is long, so that the inner ones meet
			try (BucketLock outer = buckets.acquire(first, Duration.ofMinutes(4));
					BucketLock inner = buckets.acquire(second, Duration.ofMillis(10))) {
				both.incrementAndGet();
			}
			catch (BucketBusyException ex) {
				timeouts.incrementAndGet();
			}
		}

	}

}
