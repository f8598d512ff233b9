package io.pimlock.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import io.pimlock.Pimlock;
import io.pimlock.PimlockException;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Every step of every scenario fails once, in every way, and kills its process once.
 */
class FaultTests {

	private static final List<Reason> REASONS = List.of(Reason.OTHER, Reason.NO_SPACE, Reason.PERMISSION,
			Reason.READ_ONLY, Reason.UNSUPPORTED, Reason.RESOURCE_LIMIT);

	private static PeerProcess peer;

	private final FaultyLockFiles files = new FaultyLockFiles();

	private final Pimlock faulty = new FilePimlock(PimlockOptions::defaults, this.files);

	private final BucketLockService healthy = FilePimlock.create(PimlockOptions.defaults()).buckets();

	@TempDir
	Path parent;

	private int buckets;

	@BeforeAll
	static void startPeer() throws Exception {
		peer = PeerProcess.jvm();
	}

	@AfterAll
	static void endPeer() {
		peer.close();
	}

	private Path bucket(FaultScenario scenario) throws Exception {
		Path bucket = Files.createDirectory(this.parent.resolve("bucket-" + this.buckets++));
		scenario.prepare(bucket);
		return bucket;
	}

	@ParameterizedTest
	@EnumSource
	@Timeout(280)
	void failingStepLeavesNoHolderAndNoStrandedBucket(FaultScenario scenario) throws Exception {
		for (Reason reason : REASONS) {
			// a write that stops half-way is a full disk's way to fail
			boolean halfWritten = reason == Reason.NO_SPACE;
			int k = 1;
			while (failAt(scenario, k, reason, halfWritten)) {
				k++;
			}
			assertThat(k).as("steps of %s", scenario).isGreaterThan(10);
		}
	}

	/** Returns false if the scenario has fewer than k steps. */
	private boolean failAt(FaultScenario scenario, int k, Reason reason, boolean halfWritten) throws Exception {
		Path bucket = bucket(scenario);
		assertThat(descriptors()).isZero();
		this.files.arm(k, halfWritten, (step, file) -> {
			if (halfWritten && step.equals("createWithContent")) {
				// all or nothing is that step's own promise
				file.toFile().delete();
			}
			throw new LockFileException(step, file, reason, "injected");
		});
		Exception thrown = null;
		try {
			scenario.run(this.faulty.buckets(), bucket);
		}
		catch (Exception ex) {
			thrown = ex;
		}
		boolean struck = this.files.struck();
		String when = scenario + " " + reason + " at " + k + " of " + this.files.steps() + ": " + thrown;
		this.files.disarm();
		if (thrown != null) {
			assertThat(thrown).as(when)
				.isInstanceOfAny(BucketLockIoException.class, BucketLockLostException.class,
						BucketValidationException.class);
			assertThat(thrown.getMessage()).as(when).doesNotContain(this.parent.toString());
		}
		assertThat(struck || thrown == null).as(when).isTrue();
		assertThat(this.faulty.heldLocks()).as(when).isEmpty();
		assertThat(SlotTable.PROCESS.size()).as(when).isZero();
		assertThat(descriptors()).as(when).isZero();
		if (k % 2 == 0) {
			assertThat(peer.ask("acquire " + bucket + " 0")).as(when).startsWith("acquired");
			assertThat(peer.ask("release")).isEqualTo("released");
		}
		try (var lock = this.healthy.acquire(bucket, Duration.ZERO)) {
			assertThat(bucket.resolve(".lock")).as(when).hasContent(ProcessHandle.current().pid() + "\n");
			assertThat(lock.isIntact()).as(when).isTrue();
		}
		if (k % 2 == 1) {
			assertThat(peer.ask("acquire " + bucket + " 0")).as(when).startsWith("acquired");
			assertThat(peer.ask("release")).isEqualTo("released");
		}
		assertThat(bucket.resolve(".lock")).as(when).doesNotExist();
		return struck;
	}

	@ParameterizedTest
	@EnumSource(names = { "RECLAIM", "REENTER", "HAND_OVER" })
	@Timeout(280)
	void deathAtAnyStepStrandsNothing(FaultScenario scenario) throws Exception {
		List<String> steps = steps(scenario);
		assertThat(steps).as("steps of %s", scenario).hasSizeGreaterThan(10);
		List<Death> deaths = new ArrayList<>();
		for (int k = 1; k <= steps.size(); k++) {
			deaths.add(die(scenario, k, false));
			if (steps.get(k - 1).startsWith("pwrite") || steps.get(k - 1).startsWith("createWithContent")) {
				deaths.add(die(scenario, k, true));
			}
			if (deaths.size() > 3) {
				assertNothingStranded(deaths);
			}
		}
		assertNothingStranded(deaths);
	}

	private List<String> steps(FaultScenario scenario) throws Exception {
		this.files.arm(Integer.MAX_VALUE, false, (step, file) -> {
		});
		scenario.run(this.faulty.buckets(), bucket(scenario));
		return List.copyOf(this.files.steps());
	}

	private Death die(FaultScenario scenario, int k, boolean halfWritten) throws Exception {
		Path bucket = bucket(scenario);
		Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xshare:auto",
				"-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
				System.getProperty("java.class.path"), FaultPeer.class.getName(), scenario.name(), bucket.toString(),
				"" + k, Boolean.toString(halfWritten))
			.redirectErrorStream(true)
			.redirectOutput(File.createTempFile("fault", ".log", this.parent.toFile()))
			.start();
		return new Death(process, bucket, scenario + " at " + k + (halfWritten ? ", half written" : ""));
	}

	private void assertNothingStranded(List<Death> deaths) throws Exception {
		for (Death death : deaths) {
			assertThat(death.process.waitFor(2, TimeUnit.MINUTES)).isTrue();
			assertThat(death.process.exitValue()).as(death.description).isEqualTo(FaultPeer.DIED);
			if (death.process.pid() % 2 == 0) {
				assertThat(peer.ask("acquire " + death.bucket + " 0")).as(death.description).startsWith("acquired");
				assertThat(peer.ask("release")).isEqualTo("released");
			}
			try (var lock = this.healthy.acquire(death.bucket, Duration.ZERO)) {
				assertThat(death.bucket.resolve(".lock")).hasContent(ProcessHandle.current().pid() + "\n");
				assertThat(lock.isIntact()).as(death.description).isTrue();
			}
			assertThat(death.bucket.resolve(".lock")).doesNotExist();
		}
		deaths.clear();
	}

	private record Death(Process process, Path bucket, String description) {
	}

	@Test
	void filesystemWithoutHardLinksIsLockedByCreating() throws Exception {
		Path bucket = bucket(FaultScenario.NEW_BUCKET);
		for (Reason reason : List.of(Reason.UNSUPPORTED, Reason.PERMISSION)) {
			int link = linkStep(bucket);
			this.files.arm(link, false, (step, file) -> {
				throw new LockFileException(step, file, reason, "injected");
			});
			try (var lock = this.faulty.buckets().acquire(bucket, Duration.ZERO)) {
				assertThat(this.files.struck()).isTrue();
				assertThat(Files.getAttribute(bucket.resolve(".lock"), "unix:nlink")).isEqualTo(1);
				assertThat(bucket.resolve(".lock")).hasContent(ProcessHandle.current().pid() + "\n");
				assertThat(lock.isIntact()).isTrue();
				assertThat(peer.ask("acquire " + bucket + " 0")).isEqualTo("busy " + ProcessHandle.current().pid());
				assertThat(peer.ask("inspect " + bucket)).isEqualTo("HELD");
			}
			assertThat(bucket.resolve(".lock")).doesNotExist();
		}
	}

	/**
	 * Which step of the next acquisition links: all but the first take the same steps.
	 */
	private int linkStep(Path bucket) {
		this.files.disarm();
		this.faulty.buckets().acquire(bucket, Duration.ZERO).close();
		this.files.arm(Integer.MAX_VALUE, false, (step, file) -> {
		});
		this.faulty.buckets().acquire(bucket, Duration.ZERO).close();
		return this.files.steps().indexOf("link .lock") + 1;
	}

	@Test
	void interruptedReclaimKeepsTheFlag() throws Exception {
		Path bucket = bucket(FaultScenario.RECLAIM_FOREIGN);
		OtherThread.run(() -> {
			Thread.currentThread().interrupt();
			this.healthy.acquire(bucket, Duration.ZERO).close();
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		});
	}

	@Test
	void kernelLockIsCheckedWhereItMatters() throws Exception {
		Path bucket = bucket(FaultScenario.NEW_BUCKET);
		KernelLockCheck.run(bucket);
		assertThat(bucket).isEmptyDirectory();
		for (int k = 1; k < 12; k++) {
			this.files.arm(k, false, (step, file) -> {
				throw new LockFileException(step, file, Reason.UNSUPPORTED, "injected");
			});
			assertThatExceptionOfType(PimlockException.class).as("step %s", k)
				.isThrownBy(() -> KernelLockCheck.run(bucket, this.files));
			if (this.files.steps().get(k - 1).startsWith("delete")) {
				break;
			}
			assertThat(bucket).isEmptyDirectory();
		}
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> KernelLockCheck.run(this.parent.resolve("missing")));
	}

	/** Those on files of this test; the JVM opens and closes others as it likes. */
	private long descriptors() throws Exception {
		long count = 0;
		for (File descriptor : new File("/proc/self/fd").listFiles()) {
			try {
				count += Files.readSymbolicLink(descriptor.toPath()).startsWith(this.parent) ? 1 : 0;
			}
			catch (NoSuchFileException ex) {
				// closed meanwhile
			}
		}
		return count;
	}

}
