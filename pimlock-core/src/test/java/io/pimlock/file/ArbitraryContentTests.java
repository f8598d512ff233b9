package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.zip.CRC32C;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.process.ProcessIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random content of the lock's files: nothing throws, nothing is read beyond its bound.
 * The seed is printed; {@code -Dpimlock.fuzz.seed=...} repeats a run.
 */
class ArbitraryContentTests {

	private static final long SEED = Long.getLong("pimlock.fuzz.seed", System.nanoTime());

	private static final String CHECKSUM = "crc32c=";

	private final Random random = new Random(SEED);

	private final BoundedLockFiles files = new BoundedLockFiles();

	private final Pimlock pimlock = new FilePimlock(
			() -> PimlockOptions.defaults().withMalformedGrace(Duration.ofDays(1)), this.files);

	@TempDir
	Path bucket;

	@BeforeEach
	void printSeed(TestInfo test) {
		System.out.println(test.getDisplayName() + " with -Dpimlock.fuzz.seed=" + SEED);
	}

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private byte[] bytes(int length) {
		byte[] bytes = new byte[length];
		this.random.nextBytes(bytes);
		return bytes;
	}

	/** Pieces that a parser of numbers has to decide about. */
	private byte[] nearlyPid() {
		List<String> pieces = List.of("1", "9", "0", "_", "+", "-", " ", "\n", "\r", "\t", "\0", "\u0661", "\u00b2",
				"\uD835\uDFD9", "\u00a0", "\u2003", "\u0085", "\u200b", "\uFEFF", "4000000", "2147483647", "x", "e",
				".");
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(12); i > 0; i--) {
			text.append(pieces.get(this.random.nextInt(pieces.size())));
		}
		byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
		return (this.random.nextInt(4) > 0 || content.length == 0) ? content
				: Arrays.copyOf(content, this.random.nextInt(content.length));
	}

	@Test
	void pidIsAPidOrNone() {
		for (int i = 0; i < 20_000; i++) {
			byte[] content = this.random.nextBoolean() ? nearlyPid() : bytes(this.random.nextInt(300));
			OptionalInt pid = PidFile.parse(content);
			assertThat(pid.orElse(1)).as(() -> Arrays.toString(content)).isPositive();
			if (content.length >= PidFile.READ_LIMIT) {
				assertThat(pid).isEmpty();
			}
		}
		for (int i = 0; i < 10_000; i++) {
			int pid = this.random.nextInt(Integer.MAX_VALUE - 1) + 1;
			assertThat(PidFile.parse(PidFile.content(pid))).hasValue(pid);
		}
	}

	private String word(String alphabet, int most) {
		StringBuilder word = new StringBuilder();
		for (int i = this.random.nextInt(most + 1); i > 0; i--) {
			word.append(alphabet.charAt(this.random.nextInt(alphabet.length())));
		}
		return word.toString();
	}

	private GuardRecord record() {
		String printable = "abcXYZ019 .-_=\u00fc\u0442()@:/";
		ProcessIdentity process = new ProcessIdentity("n" + word("0123456789abcdef-", 36), this.random.nextLong(),
				this.random.nextLong(), word("0123456789abcdef-", 36), "pid:[4026531836]time:[4026531834]",
				word(printable, 64));
		return new GuardRecord(GuardRecord.State.values()[this.random.nextInt(3)], this.random.nextBoolean(), process,
				word(printable, 64), this.random.nextLong(), word("(dev=fe0,ino1)@2026-T:Z", 60));
	}

	@Test
	void everyRecordIsReadAsItWasWritten() {
		for (int i = 0; i < 2_000; i++) {
			GuardRecord record = record();
			byte[] written = GuardRecordFormat.format(record);
			assertThat(GuardRecordFormat.parse(written)).isEqualTo(record);
			byte[] longer = Arrays.copyOf(written, GuardRecordFormat.READ_LIMIT);
			byte[] rest = bytes(longer.length - written.length);
			System.arraycopy(rest, 0, longer, written.length, rest.length);
			assertThat(GuardRecordFormat.parse(longer)).isEqualTo(record);
		}
	}

	@Test
	void damagedRecordIsNone() {
		for (int i = 0; i < 10_000; i++) {
			byte[] written = GuardRecordFormat.format(record());
			byte[] damaged = written.clone();
			switch (this.random.nextInt(4)) {
				case 0 -> damaged[this.random.nextInt(damaged.length)] ^= (byte) (1 + this.random.nextInt(255));
				case 1 -> damaged = Arrays.copyOf(damaged, this.random.nextInt(damaged.length));
				case 2 -> {
					int from = this.random.nextInt(damaged.length);
					byte[] burst = bytes(1 + this.random.nextInt(Math.min(20, damaged.length - from)));
					System.arraycopy(burst, 0, damaged, from, burst.length);
				}
				default -> {
					int from = this.random.nextInt(damaged.length);
					System.arraycopy(written, from, damaged, 0, damaged.length - from);
				}
			}
			if (!Arrays.equals(damaged, written)) {
				byte[] content = damaged;
				// a burst that CRC-32C misses is one in four thousand million
				assertThat(GuardRecordFormat.parse(content)).as(() -> new String(content, StandardCharsets.ISO_8859_1))
					.isNull();
			}
		}
	}

	/**
	 * A body of any kind under a correct checksum: lines in any order, missing, twice,
	 * without a value, with values of another kind.
	 */
	private byte[] sealed() {
		String text = new String(GuardRecordFormat.format(record()), StandardCharsets.UTF_8);
		List<String> lines = new ArrayList<>(text.substring(0, text.indexOf("\n" + CHECKSUM)).lines().toList());
		for (int i = this.random.nextInt(4); i > 0; i--) {
			int at = 1 + this.random.nextInt(lines.size() - 1);
			switch (this.random.nextInt(7)) {
				case 0 -> lines.remove(at);
				case 1 -> lines.add(at, lines.get(at));
				case 2 -> Collections.shuffle(lines.subList(1, lines.size()), this.random);
				case 3 -> lines.set(at, lines.get(at).replaceAll("=.*", "="));
				case 4 -> lines.set(at, lines.get(at).replaceAll("=.*", "=" + word("-+0123456789xL. \r\t", 25)));
				case 5 -> lines.set(at, lines.get(at).replace("=", ""));
				default -> lines.add(at, word("abc=\u0000\u00fc\u2028", 10));
			}
		}
		byte[] body = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
		if (this.random.nextInt(4) == 0) {
			body[11 + this.random.nextInt(body.length - 12)] = (byte) this.random.nextInt(256);
		}
		CRC32C checksum = new CRC32C();
		checksum.update(body);
		byte[] seal = String.format(Locale.ROOT, CHECKSUM + "%08x\n", checksum.getValue())
			.getBytes(StandardCharsets.UTF_8);
		byte[] content = Arrays.copyOf(body, body.length + seal.length);
		System.arraycopy(seal, 0, content, body.length, seal.length);
		return Arrays.copyOf(content, Math.min(content.length, GuardRecordFormat.READ_LIMIT));
	}

	@Test
	void recordThatNobodyWroteNeverThrows() {
		int read = 0;
		for (int i = 0; i < 4_000; i++) {
			byte[] content = sealed();
			try {
				read += (GuardRecordFormat.parse(content) != null) ? 1 : 0;
			}
			catch (RuntimeException ex) {
				throw new AssertionError(new String(content, StandardCharsets.ISO_8859_1), ex);
			}
		}
		assertThat(read).as("some are records all the same").isPositive();
		for (int i = 0; i < 5_000; i++) {
			assertThat(GuardRecordFormat.parse(bytes(this.random.nextInt(GuardRecordFormat.READ_LIMIT + 1)))).isNull();
		}
	}

	/** Any of it in any of the files, and the engine on top of that. */
	@Test
	void engineTakesTheBucketOrSaysWhyNot() throws Exception {
		int acquired = 0;
		int refused = 0;
		for (int i = 0; i < 100; i++) {
			for (String name : List.of(".lock", ".lock.guard", ".lock.stamp", ".lock.dead")) {
				Path file = this.bucket.resolve(name);
				if (this.random.nextBoolean()) {
					Files.deleteIfExists(file);
				}
				else if (this.random.nextInt(3) > 0) {
					Files.write(file, switch (this.random.nextInt(4)) {
						case 0 -> sealed();
						case 1 -> nearlyPid();
						case 2 -> GuardRecordFormat.format(record());
						default -> bytes(this.random.nextInt(5000));
					});
				}
				else if (name.equals(".lock") && Files.exists(this.bucket.resolve(".lock.stamp"))) {
					Files.deleteIfExists(file);
					Files.createLink(file, this.bucket.resolve(".lock.stamp"));
				}
				if (Files.exists(file) && this.random.nextBoolean()) {
					Files.setLastModifiedTime(file, FileTime.fromMillis(Math.abs(this.random.nextLong() % (1L << 42))));
				}
			}
			assertThat(this.pimlock.buckets().inspect(this.bucket).explanation()).isNotEmpty();
			try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket, Duration.ZERO)) {
				assertThat(this.bucket.resolve(".lock")).hasContent(ProcessHandle.current().pid() + "\n");
				assertThat(lock.isIntact()).isTrue();
				acquired++;
			}
			catch (BucketBusyException ex) {
				refused++;
			}
			catch (BucketLockIoException ex) {
				// a record that names a process which runs
				assertThat(ex).hasMessageContaining("still runs");
				refused++;
			}
		}
		System.out.println("acquired " + acquired + ", refused " + refused);
		assertThat(acquired).isPositive();
		assertThat(refused).isPositive();
		assertThat(this.files.mostBytes).isLessThanOrEqualTo(WaitingMark.END);
	}

	/** Records how much was asked for at most. */
	private static final class BoundedLockFiles extends ForwardingLockFiles {

		private int mostBytes;

		private LockFile bounded(LockFile opened) {
			return new ForwardingLockFile(opened) {
				@Override
				public byte[] read(int limit) throws LockFileException {
					BoundedLockFiles.this.mostBytes = Math.max(limit, BoundedLockFiles.this.mostBytes);
					return super.read(limit);
				}
			};
		}

		@Override
		public LockFile open(Path file) throws LockFileException {
			return bounded(super.open(file));
		}

		@Override
		public LockFile openReadOnly(Path file) throws LockFileException {
			return bounded(super.openReadOnly(file));
		}

		@Override
		public byte[] read(Path file, int limit) throws LockFileException {
			this.mostBytes = Math.max(limit, this.mostBytes);
			return super.read(file, limit);
		}

	}

}
