package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketLockState.Status;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Files that somebody removes or replaces between two steps: each test is repeated for
 * every step.
 */
class VanishingFilesTests {

	/** As long as a living process's number, so that the sizes do not tell them apart. */
	private static final String DEAD = "4000000\n";

	/** The number of a process that always lives, as the original protocol reads it. */
	private static final String LIVING = "0000001\n";

	private final FaultyLockFiles files = new FaultyLockFiles();

	private final Pimlock pimlock = new FilePimlock(PimlockOptions::defaults, this.files);

	private final BucketLockService buckets = this.pimlock.buckets();

	private final BucketLockService undisturbed = FilePimlock.create(PimlockOptions.defaults()).buckets();

	@TempDir
	Path parent;

	private int count;

	private Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	private void newBucket(FaultScenario scenario) throws Exception {
		this.bucket = Files.createDirectory(this.parent.resolve("bucket-" + this.count++));
		scenario.prepare(this.bucket);
		if (scenario == FaultScenario.RECLAIM) {
			// through the stamp's other name: a dead process's number in it
			Files.writeString(flag(), DEAD);
		}
	}

	private void remove(List<String> names) {
		for (String name : names) {
			this.bucket.resolve(name).toFile().delete();
		}
	}

	static Stream<Arguments> removals() {
		return Stream.of(FaultScenario.values())
			.filter((scenario) -> scenario != FaultScenario.RECLAIM_MALFORMED && scenario != FaultScenario.HAND_OVER)
			.flatMap((scenario) -> Stream
				.of(List.of(".lock"), List.of(".lock.stamp", ".lock.dead"), List.of(".lock", ".lock.stamp"))
				// which pauses at each step
				.filter((names) -> scenario != FaultScenario.RECLAIM_FOREIGN || !names.equals(List.of(".lock")))
				.map((names) -> Arguments.of(scenario, names)));
	}

	@ParameterizedTest
	@MethodSource("removals")
	void acquisitionGoesOnWhateverIsRemovedMeanwhile(FaultScenario scenario, List<String> names) throws Exception {
		int step = 0;
		boolean struck = true;
		while (struck) {
			newBucket(scenario);
			this.files.arm(++step, false, (name, file) -> remove(names));
			BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO);
			struck = this.files.struck();
			this.files.disarm();
			boolean intact = lock.isIntact();
			try {
				lock.close();
				assertThat(intact).as("%s", this.files.steps()).isTrue();
			}
			catch (BucketLockLostException ex) {
				assertThat(intact).as("%s", this.files.steps()).isFalse();
			}
			assertThat(SlotTable.PROCESS.size()).isZero();
			this.undisturbed.acquire(this.bucket, Duration.ZERO).close();
			assertThat(flag()).doesNotExist();
		}
		assertThat(step).isGreaterThan(5);
	}

	@ParameterizedTest
	@EnumSource(names = { "STEADY", "NEW_BUCKET" })
	void releaseGoesOnWhateverIsRemovedMeanwhile(FaultScenario scenario) throws Exception {
		int step = 0;
		boolean struck = true;
		while (struck) {
			newBucket(scenario);
			BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO);
			this.files.arm(++step, false, (name, file) -> remove(List.of(".lock", ".lock.stamp")));
			try {
				lock.close();
			}
			catch (BucketLockLostException ex) {
				assertThat(ex).hasMessageContaining("its lock file was removed");
			}
			struck = this.files.struck();
			this.files.disarm();
			assertThat(SlotTable.PROCESS.size()).isZero();
			this.undisturbed.acquire(this.bucket, Duration.ZERO).close();
		}
		assertThat(step).isGreaterThan(3);
	}

	@ParameterizedTest
	@ValueSource(strings = { DEAD, LIVING, "garbage", "" })
	void inspectionGoesOnWhateverIsRemovedMeanwhile(String content) throws Exception {
		for (List<String> names : List.of(List.of(".lock"), List.of(".lock.guard"), List.of(".lock.stamp"),
				List.of(".lock", ".lock.guard", ".lock.stamp"))) {
			int step = 0;
			boolean struck = true;
			while (struck) {
				newBucket(FaultScenario.RECLAIM);
				if (!content.equals(DEAD)) {
					Files.delete(flag());
					Files.writeString(flag(), content);
				}
				this.files.arm(++step, false, (name, file) -> remove(names));
				BucketLockState state = this.buckets.inspect(this.bucket);
				struck = this.files.struck();
				this.files.disarm();
				assertThat(state.status()).as("%s", this.files.steps())
					.isIn((names.contains(".lock") && struck) ? List.of(Status.FREE)
							: List.of(Status.STALE, Status.HELD, Status.UNKNOWN));
			}
			assertThat(step).isGreaterThan(3);
		}
	}

	/**
	 * A program of the original protocol finds the dead holder's file, or none, at the
	 * same time: it removes what is there by name and creates its own, which gets the
	 * same inode number where the filesystem gives numbers away again at once, the same
	 * size, and the same time.
	 */
	@ParameterizedTest
	@EnumSource(names = { "NEW_BUCKET", "STEADY", "TAKE_OVER", "RECLAIM", "RECLAIM_FOREIGN" })
	void fileThatALivingProgramPutsInTheJudgedOnesPlaceStays(FaultScenario scenario) throws Exception {
		List<Boolean> inodeReused = new ArrayList<>();
		int step = 0;
		int tooLate = 0;
		while (tooLate == 0) {
			newBucket(scenario);
			boolean[] taken = new boolean[1];
			this.files.arm(++step, false, (name, file) -> taken[0] = takeAsTheOriginalWould(inodeReused));
			try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
				assertThat(taken[0]).as("%s", this.files.steps()).isFalse();
				assertThat(lock.isIntact()).isTrue();
				// its steps after the flag is published are not for this test
				tooLate = this.files.struck() ? 0 : step;
			}
			catch (BucketBusyException ex) {
				assertThat(taken[0]).as("%s", this.files.steps()).isTrue();
				assertThat(ex.holdingPid()).isOne();
				assertThat(flag()).as("%s", this.files.steps()).hasContent(LIVING);
				assertThat(this.bucket.resolve(".lock.dead")).doesNotExist();
			}
			this.files.disarm();
		}
		assertThat(step).isGreaterThan(5);
		System.out.println(scenario + ": inode number reused in " + Collections.frequency(inodeReused, true) + " of "
				+ inodeReused.size() + " cases");
	}

	private boolean takeAsTheOriginalWould(List<Boolean> inodeReused) {
		try {
			FileTime time = null;
			Object inode = null;
			if (Files.exists(flag())) {
				if (!Files.readString(flag()).equals(DEAD)) {
					return false;
				}
				time = Files.getLastModifiedTime(flag());
				inode = Files.getAttribute(flag(), "unix:ino");
				Files.delete(flag());
			}
			Files.writeString(flag(), LIVING);
			if (time != null) {
				Files.setLastModifiedTime(flag(), time);
				inodeReused.add(inode.equals(Files.getAttribute(flag(), "unix:ino")));
			}
			return true;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Somebody deletes a living holder's file, and a program of the original protocol
	 * creates its own, while the holder is in the middle of its release.
	 */
	@Test
	void successorsFileThatAppearsBeforeTheReleaseLooksStays() throws Exception {
		for (boolean withStamp : new boolean[] { false, true }) {
			newBucket(FaultScenario.STEADY);
			BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO);
			this.files.arm(1, false, (name, file) -> {
				assertThat(name).isEqualTo("status");
				replaceOurs(withStamp);
			});
			assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close)
				.withMessageContaining("replaced");
			assertThat(flag()).hasContent(LIVING);
			assertThat(this.files.steps()).doesNotContain("delete .lock", "rename .lock");
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.undisturbed.acquire(this.bucket, Duration.ZERO))
				.satisfies((busy) -> assertThat(busy.holdingPid()).isOne());
			Files.delete(flag());
		}
	}

	@Test
	void successorsFileThatAppearsAfterTheReleaseStays() throws Exception {
		newBucket(FaultScenario.STEADY);
		BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO);
		this.files.arm(Integer.MAX_VALUE, false, (name, file) -> {
		});
		lock.close();
		int steps = this.files.steps().size();
		int deletion = this.files.steps().indexOf("delete .lock") + 1;
		for (int step = deletion + 1; step <= steps; step++) {
			lock = this.buckets.acquire(this.bucket, Duration.ZERO);
			this.files.arm(step, false, (name, file) -> replaceOurs(false));
			lock.close();
			assertThat(flag()).as("%s", this.files.steps()).hasContent(LIVING);
			Files.delete(flag());
		}
		assertThat(steps).isGreaterThan(deletion);
	}

	private void replaceOurs(boolean withStamp) {
		try {
			Files.deleteIfExists(flag());
			if (withStamp) {
				Files.delete(this.bucket.resolve(".lock.stamp"));
			}
			Files.writeString(flag(), LIVING);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void processesInTightLoopsMeetNothingButEachOther() throws Exception {
		this.bucket = this.parent;
		int times = 500;
		int acquired = 0;
		try (PeerProcess first = Jvms.start(TightLoop.class, this.bucket.toString(), "" + times);
				PeerProcess second = Jvms.start(TightLoop.class, this.bucket.toString(), "" + times)) {
			for (int i = 0; i < times; i++) {
				acquired += TightLoop.attempt(this.undisturbed, this.bucket) ? 1 : 0;
				try {
					// an operator who tidies up makes no difference either
					Files.delete(this.bucket.resolve(".lock.stamp"));
				}
				catch (NoSuchFileException ex) {
					// just being replaced
				}
			}
			for (PeerProcess peer : List.of(first, second)) {
				String answer = peer.answer();
				assertThat(answer).startsWith("acquired ");
				acquired += Integer.parseInt(answer.substring("acquired ".length()));
			}
		}
		assertThat(acquired).isPositive();
		assertThat(flag()).doesNotExist();
		this.undisturbed.acquire(this.bucket, Duration.ZERO).close();
	}

	/**
	 * The main class of a JVM that acquires, releases and inspects as fast as it can.
	 */
	static final class TightLoop {

		private TightLoop() {
		}

		public static void main(String[] args) {
			BucketLockService buckets = FilePimlock.create(PimlockOptions.defaults()).buckets();
			int acquired = 0;
			for (int i = 0; i < Integer.parseInt(args[1]); i++) {
				acquired += attempt(buckets, Path.of(args[0])) ? 1 : 0;
			}
			System.out.println("acquired " + acquired);
		}

		/** Anything but a success and a refusal fails. */
		static boolean attempt(BucketLockService buckets, Path bucket) {
			buckets.inspect(bucket);
			var lock = buckets.tryAcquire(bucket);
			lock.ifPresent(BucketLock::close);
			return lock.isPresent();
		}

	}

}
