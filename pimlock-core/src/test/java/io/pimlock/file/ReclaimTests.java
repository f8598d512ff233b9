package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.LockHolder;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import io.pimlock.process.ProcessIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whose lock file is dead, and whose is not.
 */
class ReclaimTests {

	private static final long NO_PROCESS = 4_000_000;

	private final List<LockHolder> reclaimed = new ArrayList<>();

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults()
		.withMalformedGrace(Duration.ofMillis(400))
		.withPollInterval(Duration.ofMillis(5))
		.withListeners(List.of(new LockListener() {
			@Override
			public void reclaimed(LockKind kind, String bucketId, Path path, LockHolder deadHolder) {
				ReclaimTests.this.reclaimed.add(deadHolder);
			}
		})));

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private void foreign(String content) throws Exception {
		Files.writeString(flag(), content);
	}

	/** What another Pimlock process leaves when it dies: stamp, flag and record. */
	private GuardRecord leftBy(ProcessIdentity process, GuardRecord.State state) throws Exception {
		this.buckets.acquire(this.bucket).close();
		Files.delete(this.bucket.resolve(".lock.stamp"));
		Files.writeString(this.bucket.resolve(".lock.stamp"), process.pid() + "\n");
		Files.createLink(flag(), this.bucket.resolve(".lock.stamp"));
		GuardRecord record = new GuardRecord(state, false, process, "left", 5,
				StampPublisher.identity(LockFiles.system().status(flag())));
		write(GuardRecordFormat.format(record));
		return record;
	}

	private void write(byte[] record) throws Exception {
		try (LockFile guard = LockFiles.system().open(this.bucket.resolve(".lock.guard"))) {
			guard.write(record);
		}
	}

	private static ProcessIdentity stranger(long pid, long startTicks) {
		ProcessIdentity self = ProcessIdentity.current();
		return new ProcessIdentity("stranger", pid, startTicks, self.bootId(), self.namespaces(), "host-9");
	}

	private void assertAcquiredAtOnce() throws Exception {
		try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
			assertThat(flag()).hasContent(ProcessHandle.current().pid() + "\n");
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(flag()).doesNotExist();
	}

	private void assertBusy(long pid) {
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(30)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isEqualTo(pid));
		assertThat(flag()).exists();
	}

	@Test
	void reclaimsFileOfDeadProgramOfAnotherKind() throws Exception {
		foreign(NO_PROCESS + "\n");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		assertAcquiredAtOnce();
		assertThat(this.reclaimed).singleElement().satisfies((dead) -> {
			assertThat(dead.pid()).isEqualTo(NO_PROCESS);
			assertThat(dead.alive()).isFalse();
			assertThat(dead.host()).isNull();
		});
	}

	@Test
	void leavesFileOfLivingProgramOfAnotherKind() throws Exception {
		foreign("1\n");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.HELD);
		assertBusy(1);
		assertThat(flag()).hasContent("1\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1", " 1\n", "+1\n", "1\r\n", "\t1 \n\n", "00_1\n", "\u0661\n" })
	void readsNumbersAsTheOriginalDoes(String content) throws Exception {
		foreign(content);
		assertBusy(1);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -3_600_000, 3_600_000 })
	void clockDecidesNothingAboutWellFormedFiles(long shiftMillis) throws Exception {
		foreign("1\n");
		FileTime time = FileTime.from(Instant.now().plusMillis(shiftMillis));
		Files.setLastModifiedTime(flag(), time);
		assertBusy(1);
		Files.setLastModifiedTime(flag(), FileTime.fromMillis(0));
		assertBusy(1);
		foreign(NO_PROCESS + "\n");
		Files.setLastModifiedTime(flag(), time);
		assertAcquiredAtOnce();
	}

	@Test
	void threadIdIsNoProcess() throws Exception {
		long threadId;
		try (var tasks = Files.list(Path.of("/proc/self/task"))) {
			threadId = tasks.map((task) -> Long.parseLong(task.getFileName().toString()))
				.filter((id) -> id != ProcessHandle.current().pid())
				.findFirst()
				.orElseThrow();
		}
		foreign(threadId + "\n");
		assertAcquiredAtOnce();
	}

	@Test
	void zombieIsNoProcess() throws Exception {
		// nobody waits for the child of a shell that became another program
		try (PeerProcess shell = PeerProcess.program("sh", "-c", "sleep 0.2 & echo $!; exec sleep 250")) {
			String zombie = shell.answer();
			org.awaitility.Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> Files.readString(Path.of("/proc/" + zombie + "/stat")).contains(") Z "));
			foreign(zombie + "\n");
			assertAcquiredAtOnce();
		}
	}

	@Test
	void ownPidThatThisProcessDidNotPublishIsStale() throws Exception {
		foreign(ProcessHandle.current().pid() + "\n");
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		assertAcquiredAtOnce();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "not_a_pid", "0\n", "-1\n", "99999999999999999999", "4294967297", "2147483648\n",
			"1 1", "1__1", "_1", "1_", "0x1", "1.0" })
	void malformedFileIsReclaimedAfterGrace(String content) throws Exception {
		foreign(content);
		assertBusy(0);
		this.buckets.acquire(this.bucket, Duration.ofSeconds(60)).close();
		foreign(content);
		Files.setLastModifiedTime(flag(), FileTime.from(Instant.now().minus(Duration.ofHours(1))));
		assertAcquiredAtOnce();
	}

	@Test
	void longGarbageIsMalformed() throws Exception {
		byte[] garbage = new byte[4096];
		Arrays.fill(garbage, (byte) 0xFF);
		Files.write(flag(), garbage);
		assertBusy(0);
		this.buckets.acquire(this.bucket, Duration.ofSeconds(60)).close();
		Files.writeString(flag(), "1" + " ".repeat(4096));
		assertBusy(0);
	}

	@Test
	void malformedFileFromTheFutureIsReclaimedOnceWatchedLongEnough() throws Exception {
		foreign("");
		Files.setLastModifiedTime(flag(), FileTime.from(Instant.now().plus(Duration.ofHours(1))));
		assertBusy(0);
		this.buckets.acquire(this.bucket, Duration.ofSeconds(60)).close();
	}

	@Test
	void fileThatIsStillBeingWrittenIsNotTaken() throws Exception {
		foreign("");
		Thread writer = OtherThread.start(() -> {
			Thread.sleep(100);
			Files.writeString(flag(), "1\n");
		});
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofSeconds(1)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isOne());
		writer.join();
		assertThat(flag()).hasContent("1\n");
	}

	@Test
	void reclaimsFlagOfDeadPimlockProcessWhosePidLivesOn() throws Exception {
		leftBy(stranger(1, 1_000_000_000), GuardRecord.State.READY);
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		assertAcquiredAtOnce();
		assertThat(this.reclaimed).singleElement().satisfies((dead) -> {
			assertThat(dead.pid()).isOne();
			assertThat(dead.application()).isEqualTo("left");
			assertThat(dead.host()).isEqualTo("host-9");
		});
	}

	@Test
	void reclaimsFlagFromAnotherBoot() throws Exception {
		ProcessIdentity self = ProcessIdentity.current();
		leftBy(new ProcessIdentity("n", self.pid(), self.startTicks(), "another-boot", self.namespaces(), "h"),
				GuardRecord.State.READY);
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		assertAcquiredAtOnce();
	}

	@Test
	void reclaimsFlagFromAnotherPidNamespace() throws Exception {
		ProcessIdentity self = ProcessIdentity.current();
		leftBy(new ProcessIdentity("n", self.pid(), self.startTicks(), self.bootId(), "pid:[1]", "h"),
				GuardRecord.State.READY);
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		assertAcquiredAtOnce();
	}

	@Test
	void refusesWhenTheKernelLockIsGrantedBesideALivingHolder() throws Exception {
		try (PeerProcess living = PeerProcess.program("sleep", "250")) {
			long ticks = startTicks(living.pid());
			leftBy(stranger(living.pid(), ticks), GuardRecord.State.READY);
			assertThatExceptionOfType(BucketLockIoException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ZERO))
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(BucketLockIoException.Kind.UNSUPPORTED))
				.withMessageContaining("process " + living.pid());
			assertThat(flag()).exists();
			living.kill();
		}
		assertAcquiredAtOnce();
	}

	@Test
	void takesWhatALivingProcessGaveBackButCouldNotRemove() throws Exception {
		try (PeerProcess living = PeerProcess.program("sleep", "250")) {
			leftBy(stranger(living.pid(), startTicks(living.pid())), GuardRecord.State.RELEASED);
			assertAcquiredAtOnce();
		}
	}

	@Test
	void takesTheCopyOfAHeldBucket() throws Exception {
		try (PeerProcess living = PeerProcess.program("sleep", "250")) {
			GuardRecord record = leftBy(stranger(living.pid(), startTicks(living.pid())), GuardRecord.State.READY);
			write(GuardRecordFormat.format(record.withStamp("(dev=1,ino=1)@2020-01-01T00:00:00Z")));
			assertAcquiredAtOnce();
		}
	}

	@Test
	void takesWhatAPredecessorInThisVeryProcessLeft() throws Exception {
		ProcessIdentity self = ProcessIdentity.current();
		leftBy(new ProcessIdentity("before exec", self.pid(), self.startTicks(), self.bootId(), self.namespaces(), "h"),
				GuardRecord.State.READY);
		assertAcquiredAtOnce();
	}

	@Test
	void aDeadHolderAndAnInspectionInFlightAreNoContention() throws Exception {
		ProcessIdentity self = ProcessIdentity.current();
		leftBy(new ProcessIdentity("n", self.pid(), self.startTicks(), "another-boot", self.namespaces(), "h"),
				GuardRecord.State.READY);
		LockFile probe = LockFiles.system().openReadOnly(this.bucket.resolve(".lock.guard"));
		probe.tryLock(LockMode.SHARED);
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ZERO))
			.satisfies((busy) -> assertThat(busy.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(1)));
		probe.unlock();
		probe.close();
		assertAcquiredAtOnce();
	}

	@Test
	void aFlagThatWasCreatedBelongsToPimlockOnlyUntilItIsGivenBack() throws Exception {
		// what a process leaves that dies where there are no hard links
		leftBy(stranger(1, 1_000_000_000), GuardRecord.State.READY);
		GuardRecord record = GuardRecordFormat.parse(Files.readAllBytes(this.bucket.resolve(".lock.guard")));
		Files.delete(flag());
		foreign("1\n");
		write(GuardRecordFormat.format(record.withCreates(true).withState(GuardRecord.State.PENDING)));
		assertBusy(1);
		write(GuardRecordFormat.format(record.withCreates(true)));
		assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.STALE);
		assertAcquiredAtOnce();
	}

	@Test
	void flagThatALivingProgramCreatesMeanwhileIsPutBack() throws Exception {
		FaultyLockFiles files = new FaultyLockFiles();
		Pimlock slow = new FilePimlock(PimlockOptions::defaults, files);
		for (boolean ownKind : new boolean[] { true, false }) {
			if (ownKind) {
				leftBy(stranger(1, 1_000_000_000), GuardRecord.State.READY);
			}
			else {
				this.buckets.acquire(this.bucket).close();
				foreign(NO_PROCESS + "\n");
			}
			int rename = stepsBeforeRename(files, slow) + 1;
			if (ownKind) {
				leftBy(stranger(1, 1_000_000_000), GuardRecord.State.READY);
			}
			else {
				this.buckets.acquire(this.bucket).close();
				foreign(NO_PROCESS + "\n");
			}
			files.arm(rename, false, (step, file) -> {
				assertThat(step).isEqualTo("rename");
				// what a program of the original protocol does when it is faster
				flag().toFile().delete();
				try {
					foreign("1\n");
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			});
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> slow.buckets().acquire(this.bucket, Duration.ZERO))
				.satisfies((busy) -> assertThat(busy.holdingPid()).isOne());
			assertThat(files.struck()).isTrue();
			assertThat(flag()).hasContent("1\n");
			assertThat(this.bucket.resolve(".lock.dead")).doesNotExist();
			Files.delete(flag());
		}
	}

	private int stepsBeforeRename(FaultyLockFiles files, Pimlock slow) {
		files.arm(Integer.MAX_VALUE, false, (step, file) -> {
		});
		slow.buckets().acquire(this.bucket, Duration.ZERO).close();
		return files.steps().indexOf("rename .lock");
	}

	@Test
	void flagOfALivingProgramThatADeadReclaimerLeftAsideIsPutBack() throws Exception {
		for (String content : List.of("1\n", "")) {
			leftBy(stranger(NO_PROCESS, 7), GuardRecord.State.RELEASED);
			Files.delete(flag());
			Files.writeString(this.bucket.resolve(".lock.dead"), content);
			assertBusy(content.isEmpty() ? 0 : 1);
			assertThat(flag()).hasContent(content);
			assertThat(this.bucket.resolve(".lock.dead")).doesNotExist();
			Files.delete(flag());
		}
		leftBy(stranger(NO_PROCESS, 7), GuardRecord.State.RELEASED);
		Files.delete(flag());
		Files.writeString(this.bucket.resolve(".lock.dead"), "4000001\n");
		assertAcquiredAtOnce();
	}

	@Test
	void reclaimerThatDiesInBetweenTakesNothingForGranted() throws Exception {
		// this process was the last to hold the bucket, and would trust its own record
		this.buckets.acquire(this.bucket).close();
		FaultyLockFiles files = new FaultyLockFiles();
		Pimlock dying = new FilePimlock(PimlockOptions::defaults, files);
		foreign(NO_PROCESS + "\n");
		int rename = stepsBeforeRename(files, dying) + 1;
		foreign(NO_PROCESS + "\n");
		files.arm(rename + 1, false, (step, file) -> {
			throw new LockFileException(step, file, LockFileException.Reason.OTHER, "injected");
		});
		assertThatExceptionOfType(BucketLockIoException.class)
			.isThrownBy(() -> dying.buckets().acquire(this.bucket, Duration.ZERO));
		assertThat(flag()).doesNotExist();
		// what was moved may as well have been a living program's
		Files.writeString(this.bucket.resolve(".lock.dead"), "1\n");
		assertBusy(1);
		assertThat(flag()).hasContent("1\n");
	}

	@Test
	void linkThatAnotherProgramReplacesAtOnceIsNotTakenForAFilesystemWithoutLinks() throws Exception {
		FaultyLockFiles files = new FaultyLockFiles();
		Pimlock slow = new FilePimlock(PimlockOptions::defaults, files);
		leftBy(stranger(NO_PROCESS, 7), GuardRecord.State.RELEASED);
		Files.delete(flag());
		files.arm(Integer.MAX_VALUE, false, (step, file) -> {
		});
		slow.buckets().acquire(this.bucket, Duration.ZERO).close();
		int verify = files.steps().indexOf("link .lock") + 2;
		leftBy(stranger(NO_PROCESS, 7), GuardRecord.State.RELEASED);
		Files.delete(flag());
		files.arm(verify, false, (step, file) -> {
			assertThat(step).isEqualTo("status");
			flag().toFile().delete();
			try {
				foreign("1\n");
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> slow.buckets().acquire(this.bucket, Duration.ZERO));
		assertThat(files.struck()).isTrue();
		assertThat(flag()).hasContent("1\n");
	}

	@Test
	void whatWasPutAsideByADeadReclaimerIsTidiedUp() throws Exception {
		leftBy(stranger(1, 1_000_000_000), GuardRecord.State.READY);
		Files.move(flag(), this.bucket.resolve(".lock.dead"));
		assertAcquiredAtOnce();
		assertThat(this.bucket.resolve(".lock.dead")).doesNotExist();
	}

	@Test
	void removesItsOwnLeftover() throws Exception {
		leftBy(ProcessIdentity.current(), GuardRecord.State.READY);
		assertAcquiredAtOnce();
		assertThat(this.reclaimed).isEmpty();
	}

	@Test
	void doesNotGuessWithoutARecord() throws Exception {
		leftBy(stranger(1, 7), GuardRecord.State.READY);
		write("torn\n".getBytes(StandardCharsets.UTF_8));
		assertBusy(1);
		Files.writeString(this.bucket.resolve(".lock.stamp"), NO_PROCESS + "\n");
		assertAcquiredAtOnce();
	}

	@Test
	void neverTrustsAStampThatIsNotItsOwn() throws Exception {
		this.buckets.acquire(this.bucket).close();
		Files.delete(this.bucket.resolve(".lock.stamp"));
		Files.writeString(this.bucket.resolve(".lock.stamp"), "9");
		assertAcquiredAtOnce();
		GuardRecord record = leftBy(ProcessIdentity.current(), GuardRecord.State.PENDING);
		Files.delete(flag());
		Files.writeString(this.bucket.resolve(".lock.stamp"), "123456789\n".substring(0, 3));
		write(GuardRecordFormat.format(record));
		assertAcquiredAtOnce();
	}

	@Test
	void tokensRiseAcrossProcessesAndWithoutARecord() throws Exception {
		long far = System.currentTimeMillis() * 1000 + 3_600_000_000L;
		ProcessIdentity gone = stranger(NO_PROCESS, 7);
		this.buckets.acquire(this.bucket).close();
		write(GuardRecordFormat.format(new GuardRecord(GuardRecord.State.READY, false, gone, "", far, "s")));
		long token;
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			token = lock.fencingToken();
			assertThat(token).isGreaterThan(far);
		}
		for (int i = 0; i < 3 * FencingTokens.BLOCK; i++) {
			try (BucketLock lock = this.buckets.acquire(this.bucket)) {
				assertThat(lock.fencingToken()).isGreaterThan(token);
				token = lock.fencingToken();
			}
		}
		Files.delete(this.bucket.resolve(".lock.guard"));
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			assertThat(lock.fencingToken()).isGreaterThan(token);
		}
	}

	@Test
	void anInspectionInFlightIsNoContention() throws Exception {
		this.buckets.acquire(this.bucket).close();
		LockFile probe = LockFiles.system().openReadOnly(this.bucket.resolve(".lock.guard"));
		assertThat(probe.tryLock(LockMode.SHARED)).isTrue();
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ZERO))
			.satisfies((busy) -> assertThat(busy.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(1)));
		probe.unlock();
		probe.close();
		assertAcquiredAtOnce();
	}

	private static long startTicks(long pid) throws Exception {
		String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
		return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
	}

}
