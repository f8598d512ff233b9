package io.pimlock.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.Pimlock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Permissions, read-only and full filesystems: real ones, so these tests need root.
 */
class RefusalsOfTheSystemTests {

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	@TempDir
	Path parent;

	private Path bucket;

	@BeforeEach
	void mount() throws Exception {
		assumeThat(System.getProperty("user.name")).as("mounting filesystems needs root").isEqualTo("root");
		this.bucket = Files.createDirectory(this.parent.resolve("bucket"));
	}

	@AfterEach
	void unmount() throws Exception {
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
		if (Files.exists(this.bucket.resolve("mounted"))) {
			run("umount", this.bucket.toString());
		}
	}

	private static int run(String... command) throws Exception {
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.INHERIT)
			.start()
			.waitFor();
	}

	private void mountTmpfs(String options) throws Exception {
		assumeThat(run("mount", "-t", "tmpfs", "-o", options, "tmpfs", this.bucket.toString()))
			.as("mount is not allowed here")
			.isZero();
		Files.createFile(this.bucket.resolve("mounted"));
	}

	private BucketLockIoException assertRefused(Kind kind) {
		BucketLockIoException[] refusal = new BucketLockIoException[1];
		assertThatExceptionOfType(BucketLockIoException.class)
			.isThrownBy(() -> this.pimlock.buckets().acquire(this.bucket, Duration.ofMinutes(4)))
			.satisfies((ex) -> {
				assertThat(ex.kind()).isEqualTo(kind);
				assertThat(ex.bucketId()).isEqualTo("bucket");
				refusal[0] = ex;
			})
			.withMessageNotContaining(this.parent.toString());
		return refusal[0];
	}

	private void assertWorks() throws Exception {
		try (BucketLock lock = this.pimlock.buckets().acquire(this.bucket, Duration.ZERO)) {
			assertThat(this.bucket.resolve(".lock")).hasContent(ProcessHandle.current().pid() + "\n");
		}
	}

	@Test
	void fullFilesystemSaysSoAndLeavesNothing() throws Exception {
		mountTmpfs("size=16k");
		Path filler = this.bucket.resolve("filler");
		assertThat(run("sh", "-c", "cat /dev/zero > '" + filler + "' 2>/dev/null; true")).isZero();
		assertRefused(Kind.NO_SPACE);
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
		assertThat(this.bucket.resolve(".lock.stamp")).doesNotExist();
		Files.delete(filler);
		assertWorks();
	}

	@Test
	void filesystemThatFillsUpBeforeTheStampIsWrittenLeavesNoTrustedStamp() throws Exception {
		mountTmpfs("size=16k");
		assertWorks();
		try (PeerProcess peer = PeerProcess.jvm()) {
			Path filler = this.bucket.resolve("filler");
			run("sh", "-c", "cat /dev/zero > '" + filler + "' 2>/dev/null; true");
			// the peer removes our stamp, which frees a page; give that page away first
			Files.delete(this.bucket.resolve(".lock.stamp"));
			run("sh", "-c", "cat /dev/zero >> '" + filler + "' 2>/dev/null; true");
			peer.send("acquire " + this.bucket + " 0");
			assertThat(peer.awaitExit()).isNotZero();
			assertThat(this.bucket.resolve(".lock")).doesNotExist();
			assertRefused(Kind.NO_SPACE);
			Files.delete(filler);
		}
		assertWorks();
	}

	@Test
	void filesystemWithoutInodesSaysSo() throws Exception {
		mountTmpfs("nr_inodes=3");
		Files.createFile(this.bucket.resolve("last"));
		assertRefused(Kind.NO_SPACE);
		Files.delete(this.bucket.resolve("last"));
		assertRefused(Kind.NO_SPACE);
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
		assertThat(run("mount", "-o", "remount,nr_inodes=20", this.bucket.toString())).isZero();
		assertWorks();
	}

	@Test
	void readOnlyFilesystemSaysSo() throws Exception {
		mountTmpfs("size=1m");
		run("mount", "-o", "remount,ro", this.bucket.toString());
		assertRefused(Kind.READ_ONLY);
		run("mount", "-o", "remount,rw", this.bucket.toString());
		assertWorks();
	}

	@Test
	void filesystemThatTurnsReadOnlyWhileHeldReportsTheReleaseAndRecovers() throws Exception {
		mountTmpfs("size=1m");
		BucketLock lock = this.pimlock.buckets().acquire(this.bucket);
		assertThat(run("mount", "-o", "remount,ro", this.bucket.toString())).as("the open guard only reads")
			.isIn(0, 32);
		if (Files.isWritable(this.bucket)) {
			// the open descriptor keeps the filesystem writable: an immutable directory
			// instead
			assumeThat(run("chattr", "+i", this.bucket.toString())).as("immutable directories").isZero();
		}
		try {
			assertThatExceptionOfType(BucketLockIoException.class).isThrownBy(lock::close);
			assertThat(this.pimlock.heldLocks()).isEmpty();
		}
		finally {
			run("mount", "-o", "remount,rw", this.bucket.toString());
			run("chattr", "-i", this.bucket.toString());
		}
		assertWorks();
	}

	@Test
	void anotherUsersFilesAndDirectoriesAreNotCalledBusy() throws Exception {
		Files.setPosixFilePermissions(this.parent, PosixFilePermissions.fromString("rwxr-xr-x"));
		Files.setPosixFilePermissions(this.bucket, PosixFilePermissions.fromString("rwxrwxrwx"));
		assertWorks();
		assertPeerFails("belongs to 'root' with mode rw-------");
		Files.setPosixFilePermissions(this.bucket.resolve(".lock.guard"), PosixFilePermissions.fromString("rw-rw-rw-"));
		Files.writeString(this.bucket.resolve(".lock"), "1\n");
		Files.setPosixFilePermissions(this.bucket.resolve(".lock"), PosixFilePermissions.fromString("rw-------"));
		assertPeerFails("open .lock: Permission denied");
		Files.delete(this.bucket.resolve(".lock"));
		Files.setPosixFilePermissions(this.bucket, PosixFilePermissions.fromString("rwxr-xr-x"));
		assertPeerFails("the directory belongs to 'root' with mode rwxr-xr-x");
		assertThat(this.bucket.resolve(".lock")).doesNotExist();
	}

	@Test
	void usersOfOneGroupShareBucketsWithGroupPermissions() throws Exception {
		try (Pimlock shared = FilePimlock
			.create(PimlockOptions.defaults().withFilePermissions(PosixFilePermissions.fromString("rw-rw----")))) {
			run("chgrp", "nogroup", this.bucket.toString());
			run("chmod", "2770", this.bucket.toString());
			run("chmod", "755", this.parent.toString());
			shared.buckets().acquire(this.bucket).close();
			assertThat(asNobody("acquire " + this.bucket + " 0")).contains("acquired");
			try (BucketLock lock = shared.buckets().acquire(this.bucket)) {
				assertThat(asNobody("acquire " + this.bucket + " 0")).contains("busy " + ProcessHandle.current().pid());
			}
		}
	}

	@Test
	void waitingWorksWithoutFileEvents() throws Exception {
		try (Pimlock shared = FilePimlock
			.create(PimlockOptions.defaults().withFilePermissions(PosixFilePermissions.fromString("rw-rw-rw-")))) {
			run("chmod", "777", this.bucket.toString());
			run("chmod", "755", this.parent.toString());
			BucketLock lock = shared.buckets().acquire(this.bucket);
			Thread release = OtherThread.start(() -> {
				Awaitility.await()
					.atMost(Duration.ofMinutes(2))
					.until(() -> WaitingMark.parse(Files.readAllBytes(this.bucket.resolve(".lock.guard")))
						.isAnothers(1));
				lock.close();
			});
			String output = asNobody("exhaust", "acquire " + this.bucket + " 120000", "release",
					"acquire " + this.bucket + " 0");
			release.join();
			assertThat(output).contains("exhausted").containsPattern("acquired \\d+\\s+released\\s+acquired");
			assertThat(output).containsOnlyOnce("File events are unavailable (Too many open files)")
				.contains("raise fs.inotify.max_user_instances");
		}
	}

	private void assertPeerFails(String message) throws Exception {
		assertThat(asNobody("acquire " + this.bucket + " 0")).contains("BucketLockIoException").contains(message);
	}

	/**
	 * Runs commands in a JVM of another user, who cannot read this user's class path.
	 */
	private String asNobody(String... commands) throws Exception {
		assumeThat(run("sh", "-c", "command -v setpriv >/dev/null")).as("setpriv").isZero();
		Path jars = Files.createDirectories(this.parent.resolve("jars"));
		StringBuilder classPath = new StringBuilder();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (entry.endsWith("classes") || entry.contains("jna") || entry.contains("slf4j")
					|| entry.contains("logback") || entry.contains("jspecify")) {
				Path copy = jars
					.resolve(Integer.toHexString(entry.hashCode()) + (entry.endsWith(".jar") ? ".jar" : ""));
				if (Files.notExists(copy)) {
					run("cp", "-r", entry, copy.toString());
				}
				classPath.append(copy).append(File.pathSeparator);
			}
		}
		run("chmod", "-R", "a+rX", jars.toString());
		Process peer = new ProcessBuilder("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups",
				System.getProperty("java.home") + "/bin/java", "-Djava.io.tmpdir=/tmp", "-Duser.home=/nonexistent",
				"--enable-native-access=ALL-UNNAMED", "-cp", classPath.toString(), LockPeer.class.getName())
			.redirectErrorStream(true)
			.start();
		try (var writer = peer.outputWriter()) {
			writer.write(String.join("\n", commands) + "\n");
		}
		String output = new String(peer.getInputStream().readAllBytes());
		peer.waitFor();
		return output;
	}

}
