package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.Pimlock;
import io.pimlock.PimlockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whatever lies in the place of the lock's files, the engine harms nothing else.
 */
class VictimFilesTests {

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path parent;

	@TempDir
	Path elsewhere;

	private Path bucket;

	private Path victim;

	@BeforeEach
	void createVictim() throws Exception {
		this.bucket = Files.createDirectory(this.parent.resolve("bucket"));
		this.victim = Files.writeString(this.elsewhere.resolve("victim"), "precious");
		Files.setPosixFilePermissions(this.victim, PosixFilePermissions.fromString("rwxr-x--x"));
		Files.setLastModifiedTime(this.victim, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
	}

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Map<String, Object> victim() throws Exception {
		Map<String, Object> state = new TreeMap<>(
				Files.readAttributes(this.victim, "unix:mode,ino,nlink,size,lastModifiedTime,ctime"));
		state.put("content", Files.readString(this.victim));
		return state;
	}

	/** Whether it succeeds is another question; other tests ask it. */
	private void tryEverything() {
		for (int i = 0; i < 2; i++) {
			this.buckets.inspect(this.bucket);
			try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
				this.buckets.acquire(this.bucket, Duration.ZERO).close();
				lock.isIntact();
			}
			catch (PimlockException ex) {
				assertThat(ex.getMessage()).doesNotContain(this.elsewhere.toString());
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { ".lock", ".lock.guard", ".lock.stamp", ".lock.dead" })
	void targetOfASymbolicLinkIsNotTouched(String name) throws Exception {
		for (boolean usedBefore : new boolean[] { false, true }) {
			for (boolean dead : new boolean[] { false, true }) {
				prepare(usedBefore, dead && !name.equals(".lock"));
				Files.deleteIfExists(this.bucket.resolve(name));
				Map<String, Object> before = victim();
				Path link = Files.createSymbolicLink(this.bucket.resolve(name), this.victim);
				tryEverything();
				assertThat(victim()).isEqualTo(before);
				Files.deleteIfExists(link);
				Files.createSymbolicLink(link, this.elsewhere.resolve("dangling"));
				tryEverything();
				assertThat(this.elsewhere.resolve("dangling")).doesNotExist();
				Files.deleteIfExists(link);
				Path directory = Files.createDirectory(this.elsewhere.resolve("directory"));
				Files.createSymbolicLink(link, directory);
				tryEverything();
				assertThat(directory).isEmptyDirectory();
				Files.deleteIfExists(link);
				Files.delete(directory);
			}
		}
	}

	private void prepare(boolean usedBefore, boolean dead) throws Exception {
		Mounts.run("rm", "-rf", this.bucket.toString());
		Files.createDirectory(this.bucket);
		if (usedBefore) {
			this.buckets.acquire(this.bucket).close();
		}
		if (dead) {
			Files.writeString(this.bucket.resolve(".lock"), "4000000\n");
		}
	}

	@Test
	void directoryWhereADeadFileIsPutAsideIsNotDeleted() throws Exception {
		for (boolean dead : new boolean[] { false, true }) {
			prepare(true, dead);
			Path content = Files.createDirectory(this.bucket.resolve(".lock.dead")).resolve("content");
			Files.writeString(content, "x");
			tryEverything();
			assertThat(content).hasContent("x");
		}
	}

	/** Such a link, once the file is held: the loss is reported and nothing followed. */
	@ParameterizedTest
	@ValueSource(strings = { ".lock", ".lock.guard", ".lock.stamp" })
	void linkThatReplacesAHeldFileIsNotFollowed(String name) throws Exception {
		Map<String, Object> before = victim();
		BucketLock lock = this.buckets.acquire(this.bucket);
		Files.delete(this.bucket.resolve(name));
		Files.createSymbolicLink(this.bucket.resolve(name), this.victim);
		assertThat(lock.isIntact()).isEqualTo(name.equals(".lock.stamp"));
		try {
			lock.close();
			assertThat(name).isEqualTo(".lock.stamp");
		}
		catch (BucketLockLostException ex) {
			assertThat(name).isNotEqualTo(".lock.stamp");
		}
		assertThat(this.pimlock.heldLocks()).isEmpty();
		tryEverything();
		assertThat(victim()).isEqualTo(before);
		assertThat(this.bucket.resolve(name)).isSymbolicLink();
	}

	/**
	 * How a bucket goes away.
	 */
	enum End {

		DELETED, RENAMED, REPLACED_BY_FILE, REPLACED_BY_LINK;

		void bringAbout(Path bucket) throws Exception {
			// in one step, or a waiter may take the bucket between two of them
			Path renamed = Files.move(bucket, bucket.resolveSibling("renamed"));
			if (this != RENAMED) {
				assertThat(Mounts.run("rm", "-rf", renamed.toString()).exit()).isZero();
			}
			if (this == REPLACED_BY_FILE) {
				Files.writeString(bucket, "data");
			}
			if (this == REPLACED_BY_LINK) {
				Files.createSymbolicLink(bucket, bucket.resolveSibling("nowhere"));
			}
		}

	}

	private Reason expectedReason(End end) {
		return (end == End.DELETED || end == End.RENAMED) ? Reason.BUCKET_DIR_MISSING : Reason.BUCKET_DIR_NOT_DIRECTORY;
	}

	@ParameterizedTest
	@EnumSource
	void bucketThatIsGoneBeforeItIsLockedIsNotCreated(End end) throws Exception {
		this.buckets.acquire(this.bucket).close();
		end.bringAbout(this.bucket);
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMinutes(4)))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(expectedReason(end)));
		assertThat(Files.exists(this.bucket.resolve(".lock.guard"))).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void bucketThatGoesWhileSomebodyWaitsIsReported(End end) throws Exception {
		Files.writeString(this.bucket.resolve(".lock"), "1\n");
		Thread waiter = OtherThread.start(() -> assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMinutes(4)))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUCKET_DIR_DISAPPEARED)));
		Throwable[] failure = new Throwable[1];
		waiter.setUncaughtExceptionHandler((thread, ex) -> failure[0] = ex);
		OtherThread.awaitWaiting(this.pimlock, 1);
		end.bringAbout(this.bucket);
		waiter.join();
		assertThat(failure[0]).isNull();
		assertThat(this.pimlock.waitingLocks()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void bucketThatGoesWhileItIsHeldEndsTheHoldAtItsRelease(End end) throws Exception {
		BucketLock lock = this.buckets.acquire(this.bucket);
		end.bringAbout(this.bucket);
		assertThat(lock.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		assertThat(this.pimlock.heldLocks()).isEmpty();
		assertThat(SlotTable.PROCESS.size()).isZero();
		lock.close();
		if (end == End.RENAMED) {
			this.buckets.acquire(this.bucket.resolveSibling("renamed"), Duration.ZERO).close();
		}
	}

}
