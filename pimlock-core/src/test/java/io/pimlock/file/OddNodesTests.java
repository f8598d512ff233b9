package io.pimlock.file;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Paths that are no buckets, and nodes that are no lock files.
 */
class OddNodesTests {

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	private final BucketLockService buckets = this.pimlock.buckets();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private void assertRefused(Path path, Reason reason) {
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.acquire(path, Duration.ofMinutes(4)))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(reason))
			.withMessageNotContaining(this.bucket.toString());
	}

	@Test
	void missingDirectoryIsNotCreated() {
		Path missing = this.bucket.resolve("a").resolve("b");
		assertRefused(missing, Reason.BUCKET_DIR_MISSING);
		assertThat(this.bucket).isEmptyDirectory();
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.buckets.inspect(missing));
	}

	@Test
	void plainFileIsNoBucket() throws Exception {
		Path file = Files.writeString(this.bucket.resolve("file"), "data");
		assertRefused(file, Reason.BUCKET_DIR_NOT_DIRECTORY);
		assertThat(file).hasContent("data");
		assertRefused(file.resolve("below"), Reason.BUCKET_DIR_MISSING);
		assertRefused(Files.createSymbolicLink(this.bucket.resolve("dangling"), this.bucket.resolve("nowhere")),
				Reason.BUCKET_DIR_NOT_DIRECTORY);
	}

	@Test
	void nullBlankAndForeignPathsAreInvalid() throws Exception {
		assertRefused(null, Reason.PATH_INVALID);
		assertRefused(Path.of(""), Reason.PATH_INVALID);
		Path zip = this.bucket.resolve("x.zip");
		try (FileSystem other = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
			assertRefused(other.getPath("/"), Reason.PATH_INVALID);
		}
	}

	@Test
	void namesTheLocaleDoesNotKnowCanBeLocked() throws Exception {
		Path odd = Files.createDirectory(this.bucket.resolve("с пробелом-ü-\uD83D\uDD12%41"));
		try (BucketLock lock = this.buckets.acquire(odd)) {
			assertThat(odd.resolve(".lock")).exists();
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(odd.resolve(".lock")).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { ".lock", ".lock.guard", ".lock.stamp" })
	void directoryInAFilesPlaceIsLeftAlone(String name) throws Exception {
		Path node = Files.createDirectory(this.bucket.resolve(name));
		assertRefused(this.bucket, Reason.LOCKFILE_NOT_REGULAR);
		Files.writeString(node.resolve("content"), "x");
		assertRefused(this.bucket, Reason.LOCKFILE_NOT_REGULAR);
		assertThat(node.resolve("content")).hasContent("x");
		if (name.equals(".lock")) {
			assertThat(this.buckets.inspect(this.bucket).status()).isEqualTo(Status.UNKNOWN);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { ".lock", ".lock.guard", ".lock.stamp" })
	void symbolicLinkInAFilesPlaceIsNotFollowed(String name, @TempDir Path elsewhere) throws Exception {
		Path victim = Files.writeString(elsewhere.resolve("victim"), "precious");
		FileTime time = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
		Files.setLastModifiedTime(victim, time);
		Files.createSymbolicLink(this.bucket.resolve(name), victim);
		assertRefused(this.bucket, Reason.LOCKFILE_NOT_REGULAR);
		assertThat(victim).hasContent("precious");
		assertThat(Files.getLastModifiedTime(victim)).isEqualTo(time);
		assertThat(this.bucket.resolve(name)).isSymbolicLink();
		Files.delete(this.bucket.resolve(name));
		Files.createSymbolicLink(this.bucket.resolve(name), elsewhere.resolve("dangling"));
		assertRefused(this.bucket, Reason.LOCKFILE_NOT_REGULAR);
		assertThat(elsewhere.resolve("dangling")).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { ".lock", ".lock.guard", ".lock.stamp" })
	void fifoInAFilesPlaceIsNotOpened(String name) throws Exception {
		assertThat(new ProcessBuilder("mkfifo", this.bucket.resolve(name).toString()).start().waitFor()).isZero();
		assertRefused(this.bucket, Reason.LOCKFILE_NOT_REGULAR);
	}

	@Test
	void bucketDeletedWhileHeldIsReportedAsLost() throws Exception {
		Path doomed = Files.createDirectory(this.bucket.resolve("doomed"));
		BucketLock lock = this.buckets.acquire(doomed);
		for (String name : new String[] { ".lock", ".lock.guard", ".lock.stamp", "" }) {
			Files.delete(doomed.resolve(name));
		}
		assertThat(lock.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		assertThat(this.pimlock.heldLocks()).isEmpty();
	}

	@Test
	void bucketRenamedWhileHeldCanBeLockedAgainAfterTheRelease() throws Exception {
		Path before = Files.createDirectory(this.bucket.resolve("before"));
		BucketLock lock = this.buckets.acquire(before);
		Path after = Files.move(before, this.bucket.resolve("after"));
		OtherThread.run(() -> assertThat(this.buckets.tryAcquire(after)).isEmpty());
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		try (PeerProcess peer = PeerProcess.jvm()) {
			assertThat(peer.ask("acquire " + after + " 0")).startsWith("acquired");
		}
	}

	@Test
	void bucketThatIsReplacedWhileSomebodyWaitsIsNotMistakenForTheOldOne() throws Exception {
		Path replaced = Files.createDirectory(this.bucket.resolve("replaced"));
		Thread waiter;
		BucketLock lock = this.buckets.acquire(replaced);
		waiter = OtherThread.start(() -> assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.acquire(replaced, Duration.ofMinutes(4)))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUCKET_DIR_DISAPPEARED)));
		OtherThread.awaitWaiting(this.pimlock, 1);
		Files.move(replaced, this.bucket.resolve("old"));
		Files.createDirectory(replaced);
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		waiter.join();
		this.buckets.acquire(replaced, Duration.ZERO).close();
	}

	@Test
	void bucketThatGoesAwayWhileSomebodyWaitsIsSaidToHaveGone() throws Exception {
		Path doomed = Files.createDirectory(this.bucket.resolve("doomed"));
		Files.writeString(doomed.resolve(".lock"), "1\n");
		Thread waiter = OtherThread.start(() -> assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.acquire(doomed, Duration.ofMinutes(4)))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUCKET_DIR_DISAPPEARED)));
		OtherThread.awaitWaiting(this.pimlock, 1);
		Files.move(doomed, this.bucket.resolve("gone"));
		waiter.join();
		assertThat(this.pimlock.waitingLocks()).isEmpty();
	}

}
