package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whoever does not get the bucket, or only looks, changes nothing that describes the one
 * who has it.
 */
@EnabledOnOs(OS.LINUX)
class LosersTests {

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withApplication("here").withPollInterval(Duration.ofMillis(2)));

	private final BucketLockService buckets = this.pimlock.buckets();

	private static PeerProcess first;

	private static PeerProcess second;

	@TempDir
	Path bucket;

	@BeforeAll
	static void startPeers() throws Exception {
		first = Jvms.lockPeer();
		second = Jvms.lockPeer();
	}

	@AfterAll
	static void endPeers() {
		first.close();
		second.close();
	}

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	/**
	 * All that there is to see of the files, but for when they were last read, and for
	 * what waiters leave in the guard behind the record.
	 */
	private Map<String, String> files() throws Exception {
		Map<String, String> files = new TreeMap<>();
		try (var all = Files.list(this.bucket)) {
			for (Path file : all.toList()) {
				Map<String, Object> attributes = new TreeMap<>(Files.readAttributes(file, "unix:ino,mode,uid,nlink"));
				byte[] content = Files.readAllBytes(file);
				if (file.endsWith(".lock.guard")) {
					content = Arrays.copyOf(content, GuardRecordFormat.READ_LIMIT);
				}
				else {
					attributes.putAll(Files.readAttributes(file, "unix:size,lastModifiedTime,ctime"));
				}
				files.put(file.getFileName().toString(), HexFormat.of().formatHex(content) + attributes);
			}
		}
		return files;
	}

	private void loseInThisJvm(long holder) throws Exception {
		List<Thread> threads = new ArrayList<>();
		List<Throwable> failures = new ArrayList<>();
		for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(20), Duration.ofMillis(20))) {
			Thread thread = OtherThread.start(() -> {
				for (int i = 0; i < 5; i++) {
					assertThatExceptionOfType(BucketBusyException.class)
						.isThrownBy(() -> this.buckets.acquire(this.bucket, wait))
						.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(holder));
					this.buckets.inspect(this.bucket);
				}
			});
			thread.setUncaughtExceptionHandler((failed, ex) -> failures.add(ex));
			threads.add(thread);
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(failures).isEmpty();
	}

	private void loseInAnother(PeerProcess peer, long holder) throws Exception {
		assertThat(peer.ask("acquire " + this.bucket + " 0")).isEqualTo("busy " + holder);
		assertThat(peer.ask("acquire " + this.bucket + " 20")).isEqualTo("busy " + holder);
		assertThat(peer.ask("look " + this.bucket)).isEqualTo("HELD " + holder + " true");
	}

	private void loseByTheOriginalProtocol() throws Exception {
		Mounts.requireProgram("python3", "python3");
		try (PeerProcess python = PeerProcess.python("hold", this.bucket.toString())) {
			Thread.sleep(100);
			python.kill();
		}
	}

	@Test
	void holderInThisJvmStaysDescribed() throws Exception {
		long self = ProcessHandle.current().pid();
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			Map<String, String> before = files();
			assertThat(before).containsOnlyKeys(".lock", ".lock.guard", ".lock.stamp");
			loseInThisJvm(self);
			loseInAnother(first, self);
			loseByTheOriginalProtocol();
			assertThat(files()).isEqualTo(before);
			assertThat(first.ask("explain " + this.bucket)).contains("process " + self + " (here on host ");
			assertThat(lock.isIntact()).isTrue();
		}
	}

	@Test
	void holderInAnotherProcessStaysDescribed() throws Exception {
		this.buckets.acquire(this.bucket).close();
		assertThat(first.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
		Map<String, String> before = files();
		loseInThisJvm(first.pid());
		loseInAnother(second, first.pid());
		loseByTheOriginalProtocol();
		assertThat(files()).isEqualTo(before);
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ZERO))
			.withMessageContaining("process " + first.pid() + " (peer on host ");
		assertThat(first.ask("release")).isEqualTo("released");
	}

	/** Here the losers get the guard, and then find the file. */
	@Test
	void programOfTheOriginalProtocolKeepsItsFile() throws Exception {
		Mounts.requireProgram("python3", "python3");
		this.buckets.acquire(this.bucket).close();
		try (PeerProcess python = PeerProcess.python("hold", this.bucket.toString())) {
			assertThat(python.answer()).isEqualTo("held");
			Map<String, String> before = files();
			loseInThisJvm(python.pid());
			loseInAnother(first, python.pid());
			assertThat(files()).isEqualTo(before);
			python.endInput();
			python.awaitExit();
			this.buckets.acquire(this.bucket, Duration.ZERO).close();
		}
	}

}
