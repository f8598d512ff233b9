package io.pimlock.file;

import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockState.Status;
import io.pimlock.Pimlock;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Lock files that contain no pid.
 */
class MalformedFlagTests {

	private static final Duration FOREVER = Duration.ofDays(1);

	private final LookCounter files = new LookCounter();

	private final Pimlock pimlock = new FilePimlock(PimlockOptions::defaults, this.files);

	private final Pimlock patient = new FilePimlock(() -> PimlockOptions.defaults().withMalformedGrace(FOREVER),
			this.files);

	@TempDir
	Path bucket;

	static Stream<Content> contents() {
		return Stream.of(text("nothing", ""), text("a word", "not_a_pid"), text("zero", "0"), text("minus one", "-1"),
				text("twenty nines", "99999999999999999999"), text("2^32 + 1", "4294967297"),
				text("2^31", "2147483648\n"), text("255 digits", "1".repeat(255)), text("256 digits", "1".repeat(256)),
				text("a pid and 4 KiB of spaces", "1" + " ".repeat(4096)), text("a pid and a NUL", "1\0"),
				text("two pids", "1\n2\n"), text("a byte order mark", "\uFEFF1\n"), text("JSON", "{\"pid\":1}"),
				new Content("UTF-16", "1\n".getBytes(StandardCharsets.UTF_16LE)), filled("4 KiB of 0xFF", 0xFF),
				filled("4 KiB of NUL", 0), filled("4 KiB of digits", '1'));
	}

	private static Content text(String name, String text) {
		return new Content(name, text.getBytes(StandardCharsets.UTF_8));
	}

	private static Content filled(String name, int value) {
		byte[] bytes = new byte[4096];
		Arrays.fill(bytes, (byte) value);
		return new Content(name, bytes);
	}

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		this.patient.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private void assertBusyFor(Duration waitTimeout) {
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.patient.buckets().acquire(this.bucket, waitTimeout))
			.satisfies((busy) -> {
				assertThat(busy.holdingPid()).isZero();
				assertThat(busy.waited()).isBetween(waitTimeout, waitTimeout.plusMinutes(1));
			});
	}

	@ParameterizedTest
	@MethodSource("contents")
	void isBusyUntilTheDeadlineAndLeftAlone(Content content) throws Exception {
		Files.write(flag(), content.bytes());
		FileTime time = Files.getLastModifiedTime(flag());
		assertBusyFor(Duration.ofMillis(40));
		assertBusyFor(Duration.ZERO);
		assertThat(this.patient.buckets().inspect(this.bucket).status()).isEqualTo(Status.UNKNOWN);
		assertThat(flag()).hasBinaryContent(content.bytes());
		assertThat(Files.getLastModifiedTime(flag())).isEqualTo(time);
	}

	@ParameterizedTest
	@MethodSource("contents")
	void isTakenAtOnceIfItIsAnHourOld(Content content) throws Exception {
		Files.write(flag(), content.bytes());
		Files.setLastModifiedTime(flag(), FileTime.from(Instant.now().minus(Duration.ofHours(1))));
		try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket, Duration.ZERO)) {
			assertThat(flag()).hasContent(ProcessHandle.current().pid() + "\n");
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void hugeFileIsNotReadToItsEnd() throws Exception {
		try (RandomAccessFile huge = new RandomAccessFile(flag().toFile(), "rw")) {
			huge.setLength(1L << 33);
		}
		assertBusyFor(Duration.ofMillis(40));
		assertThat(this.files.mostBytes.get()).isEqualTo(PidFile.READ_LIMIT);
	}

	@Test
	void waitingForItIsIdle() throws Exception {
		Files.write(flag(), filled("4 KiB of 0xFF", 0xFF).bytes());
		assertBusyFor(Duration.ofMillis(10));
		Duration wait = Duration.ofMillis(1500);
		long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		this.files.looks.set(0);
		assertBusyFor(wait);
		// a busy loop looks some ten thousand times, and burns all of that time
		assertThat(this.files.looks).hasValueBetween(1, 1000);
		assertThat(Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu))
			.isLessThan(wait.dividedBy(2));
	}

	@Test
	void freshEmptyFileIsTakenAfterTheGraceAndNotEarlier() throws Exception {
		long begin = System.nanoTime();
		Files.createFile(flag());
		this.pimlock.buckets().acquire(this.bucket, Duration.ofSeconds(30)).close();
		// the kernel's clock for files lags by a few milliseconds
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1950));
	}

	@Test
	void fileThatChangesIsWatchedAnew() throws Exception {
		MalformedFlags watch = new MalformedFlags();
		Duration grace = Duration.ofMillis(20);
		for (int i = 0; i < 5; i++) {
			Files.writeString(flag(), "x".repeat(i));
			Files.setLastModifiedTime(flag(), FileTime.from(Instant.now().plus(FOREVER)));
			assertThat(watch.isAbandoned(look(), grace)).isFalse();
			Thread.sleep(2 * grace.toMillis());
		}
		assertThat(watch.isAbandoned(look(), grace)).isTrue();
	}

	private FlagNode look() throws Exception {
		FileStatus status = this.files.status(flag());
		return FlagNode.read(this.files, new Bucket(this.bucket, this.bucket), status);
	}

	/**
	 * A program of the original protocol that takes 0.3 s between creating its file and
	 * writing it, over and over. The grace is larger than its default, so that a machine
	 * that stops for a moment does not make the program look dead.
	 */
	@Test
	void creatorThatPausesBeforeItWritesIsNeverRobbed() throws Exception {
		Mounts.requireProgram("python3", "python3");
		int rounds = 3;
		AtomicInteger overlaps = new AtomicInteger();
		AtomicInteger acquired = new AtomicInteger();
		try (Pimlock waiting = FilePimlock.create(PimlockOptions.defaults()
			.withMalformedGrace(Duration.ofMinutes(1))
			.withPollInterval(Duration.ofMillis(2)));
				PeerProcess creator = PeerProcess.program("python3", "-c", SLOW_CREATOR, this.bucket.toString(),
						Integer.toString(rounds))) {
			assertThat(creator.answer()).isEqualTo("created");
			LockPeer.Counter.create(this.bucket);
			while (creator.isAlive()) {
				try (BucketLock lock = waiting.buckets().acquire(this.bucket, Duration.ofMinutes(4))) {
					overlaps.addAndGet(LockPeer.Counter.increment(this.bucket));
					acquired.incrementAndGet();
				}
				// or the program would hardly get its turn
				Thread.sleep(5);
			}
			assertThat(creator.answer()).isEqualTo("overlaps 0");
		}
		assertThat(overlaps).hasValue(0);
		assertThat(acquired).hasPositiveValue();
		assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(acquired.get());
		assertThat(flag()).doesNotExist();
	}

	private static final String SLOW_CREATOR = """
			import os, sys, time
			bucket, rounds = sys.argv[1], int(sys.argv[2])
			lock, marker = os.path.join(bucket, ".lock"), os.path.join(bucket, "inside")
			overlaps = 0
			for i in range(rounds):
			    while True:
			        try:
			            fd = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
			            break
			        except FileExistsError:
			            time.sleep(0.001)
			    try:
			        os.mkdir(marker)
			    except FileExistsError:
			        overlaps += 1
			    if i == 0:
			        print("created", flush=True)
			    time.sleep(0.3)
			    os.write(fd, b"%d\\n" % os.getpid())
			    os.close(fd)
			    time.sleep(0.01)
			    try:
			        os.rmdir(marker)
			    except FileNotFoundError:
			        overlaps += 1
			    os.unlink(lock)
			print("overlaps", overlaps, flush=True)
			""";

	/**
	 * What a lock file contains.
	 */
	record Content(String name, byte[] bytes) {

		@Override
		public String toString() {
			return this.name;
		}

	}

	/** Counts the looks at the flag, and how much of it was asked for. */
	private static final class LookCounter extends ForwardingLockFiles {

		private final AtomicInteger looks = new AtomicInteger();

		private final AtomicInteger mostBytes = new AtomicInteger();

		@Override
		public FileStatus status(Path file) throws LockFileException {
			this.looks.incrementAndGet();
			return super.status(file);
		}

		@Override
		public byte[] read(Path file, int limit) throws LockFileException {
			this.looks.incrementAndGet();
			this.mostBytes.accumulateAndGet(limit, Math::max);
			return super.read(file, limit);
		}

	}

}
