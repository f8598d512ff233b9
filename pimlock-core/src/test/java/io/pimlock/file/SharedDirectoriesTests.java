package io.pimlock.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockIoException.Kind;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState.Status;
import io.pimlock.HeldLock;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * One directory behind several mounts, and under several users. Needs root.
 */
class SharedDirectoriesTests {

	private static final long SELF = ProcessHandle.current().pid();

	private final Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults());

	private final BucketLockService buckets = this.pimlock.buckets();

	private final List<PeerProcess> started = new ArrayList<>();

	private Mounts mounts;

	@BeforeEach
	void prepareMounts() {
		this.mounts = new Mounts();
	}

	@AfterEach
	void leavesNothingBehind() throws Exception {
		try {
			this.pimlock.close();
			for (PeerProcess peer : this.started) {
				peer.close();
				peer.awaitExit();
			}
			assertThat(SlotTable.PROCESS.size()).isZero();
		}
		finally {
			if (this.mounts != null) {
				this.mounts.close();
			}
		}
	}

	private PeerProcess start(PeerProcess peer) {
		this.started.add(peer);
		return peer;
	}

	private Path bucketIn(Path directory) throws Exception {
		return Files.createDirectory(directory.resolve("bucket"));
	}

	private void assertRefused(Path bucket, Kind kind) {
		assertThatExceptionOfType(BucketLockIoException.class)
			.isThrownBy(() -> this.buckets.acquire(bucket, Duration.ZERO))
			.satisfies((refusal) -> assertThat(refusal.kind()).isEqualTo(kind));
	}

	@Test
	void bucketBehindTwoMountsIsOneLockInThisJvm() throws Exception {
		Path original = this.mounts.newDirectory();
		Path bucket = bucketIn(original);
		Path other = this.mounts.bind(original).resolve("bucket");
		try (BucketLock outer = this.buckets.acquire(bucket)) {
			OtherThread.run(() -> assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(other, Duration.ofMillis(20)))
				.withMessageContaining("of this JVM"));
			try (BucketLock inner = this.buckets.acquire(other, Duration.ZERO)) {
				assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
				assertThat(this.pimlock.heldLocks()).singleElement().extracting(HeldLock::holdCount).isEqualTo(2);
			}
			assertThat(this.buckets.inspect(other).status()).isEqualTo(Status.HELD_HERE);
			assertThat(outer.isIntact()).isTrue();
		}
		assertThat(this.buckets.inspect(other).status()).isEqualTo(Status.FREE);
	}

	@Test
	void bucketBehindTwoMountsIsOneLockForTwoJvms() throws Exception {
		Path original = this.mounts.newDirectory();
		Path bucket = bucketIn(original);
		Path other = this.mounts.bind(original).resolve("bucket");
		PeerProcess peer = start(PeerProcess.jvm());
		try (BucketLock lock = this.buckets.acquire(bucket)) {
			assertThat(peer.ask("acquire " + other + " 20")).isEqualTo("busy " + SELF);
			assertThat(peer.ask("look " + other)).isEqualTo("HELD " + SELF + " true");
		}
		LockPeer.Counter.create(bucket);
		peer.send("increment " + other + " 200");
		for (int i = 0; i < 200; i++) {
			try (BucketLock lock = this.buckets.acquire(bucket, Duration.ofMinutes(4))) {
				assertThat(LockPeer.Counter.increment(bucket)).isZero();
			}
		}
		assertThat(peer.answer()).isEqualTo("overlaps 0");
		assertThat(LockPeer.Counter.value(bucket)).isEqualTo(400);
		assertThat(peer.ask("acquire " + other + " 0")).startsWith("acquired");
		peer.kill();
		this.buckets.acquire(bucket, Duration.ZERO).close();
		assertThat(other.resolve(".lock")).doesNotExist();
	}

	@Test
	void readOnlyMountShowsTheHolderAndGivesNoLock() throws Exception {
		Path original = this.mounts.newDirectory();
		Path bucket = bucketIn(original);
		Path visible = this.mounts.bindReadOnly(original).resolve("bucket");
		assertThat(this.buckets.inspect(visible).status()).isEqualTo(Status.FREE);
		assertRefused(visible, Kind.READ_ONLY);
		PeerProcess peer = start(PeerProcess.jvm());
		assertThat(peer.ask("acquire " + bucket + " 0")).startsWith("acquired");
		assertThat(this.buckets.inspect(visible)).satisfies((state) -> {
			assertThat(state.status()).isEqualTo(Status.HELD);
			assertThat(state.holder()).get().satisfies((holder) -> assertThat(holder.pid()).isEqualTo(peer.pid()));
		});
		peer.kill();
		assertThat(this.buckets.inspect(visible).status()).isEqualTo(Status.STALE);
		assertRefused(visible, Kind.READ_ONLY);
		assertThat(bucket.resolve(".lock")).exists();
		this.buckets.acquire(bucket, Duration.ZERO).close();
	}

	@Test
	void filesystemIsNotRemountedReadOnlyUnderAHolderAndRefusesAfterwards() throws Exception {
		Path mountPoint = this.mounts.image("ext4", 32, "e2fsprogs", "-q");
		Path bucket = bucketIn(mountPoint);
		try (BucketLock lock = this.buckets.acquire(bucket)) {
			assertThat(Mounts.run("mount", "-o", "remount,ro", mountPoint.toString()).exit()).isNotZero();
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(Mounts.run("mount", "-o", "remount,ro", mountPoint.toString()).exit()).isZero();
		assertRefused(bucket, Kind.READ_ONLY);
		assertThat(this.buckets.inspect(bucket).status()).isEqualTo(Status.FREE);
		assertThat(Mounts.run("mount", "-o", "remount,rw", mountPoint.toString()).exit()).isZero();
		this.buckets.acquire(bucket, Duration.ZERO).close();
	}

	@Test
	void snapshotOfAHeldBucketIsABucketOfItsOwn() throws Exception {
		Path mountPoint = this.mounts.image("btrfs", 128, "btrfs-progs", "-q");
		Path volume = mountPoint.resolve("volume");
		Mounts.assume(Mounts.run("btrfs", "subvolume", "create", volume.toString()));
		Path bucket = bucketIn(volume);
		PeerProcess peer = start(PeerProcess.jvm());
		assertThat(peer.ask("acquire " + bucket + " 0")).startsWith("acquired");
		Path snapshot = mountPoint.resolve("snapshot");
		Mounts.assume(Mounts.run("btrfs", "subvolume", "snapshot", volume.toString(), snapshot.toString()));
		assertThat(snapshot.resolve("bucket/.lock")).hasContent(peer.pid() + "\n");
		this.buckets.acquire(snapshot.resolve("bucket"), Duration.ZERO).close();
		assertThat(snapshot.resolve("bucket/.lock")).doesNotExist();
		assertThat(bucket.resolve(".lock")).hasContent(peer.pid() + "\n");
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(bucket, Duration.ofMillis(20)));
	}

	@Test
	void usersInAStickyDirectoryExcludeEachOtherButCannotTakeOver() throws Exception {
		Path bucket = this.mounts.newDirectory();
		Mounts.run("chmod", "1777", bucket.toString());
		PeerProcess daemon = start(peerOf("daemon"));
		PeerProcess nobody = start(peerOf("nobody"));
		assertThat(daemon.ask("acquire " + bucket + " 0")).startsWith("acquired");
		assertThat(nobody.ask("acquire " + bucket + " 20")).isEqualTo("busy " + pidOf(daemon));
		assertThat(nobody.ask("look " + bucket)).startsWith("HELD");
		daemon.ask("release");
		for (int i = 0; i < 2; i++) {
			// nobody may remove what daemon's lock left: neither the stamp nor the flag
			assertThat(nobody.ask("explain " + bucket)).contains("ermission").contains("'daemon'").contains("'nobody'");
			assertThat(daemon.ask("acquire " + bucket + " 0")).startsWith("acquired");
			daemon.ask("release");
		}
		assertThat(daemon.ask("acquire " + bucket + " 0")).startsWith("acquired");
		daemon.kill();
		assertThat(nobody.ask("look " + bucket)).isEqualTo("STALE " + pidOf(daemon) + " false");
		assertThat(nobody.ask("explain " + bucket)).contains(" .lock: Operation not permitted");
		assertThat(bucket.resolve(".lock")).exists();
	}

	@Test
	void usersInADirectoryOfTheirGroupTakeOver() throws Exception {
		Path bucket = this.mounts.newDirectory();
		Mounts.run("chgrp", "nogroup", bucket.toString());
		Mounts.run("chmod", "2770", bucket.toString());
		PeerProcess daemon = start(peerOf("daemon"));
		PeerProcess nobody = start(peerOf("nobody"));
		assertThat(daemon.ask("acquire " + bucket + " 0")).startsWith("acquired");
		assertThat(nobody.ask("acquire " + bucket + " 20")).isEqualTo("busy " + pidOf(daemon));
		daemon.kill();
		assertThat(nobody.ask("acquire " + bucket + " 0")).startsWith("acquired");
		assertThat(nobody.ask("release")).isEqualTo("released");
	}

	private static long pidOf(PeerProcess peer) {
		// setpriv becomes the program that it starts
		return peer.pid();
	}

	/** A JVM of another user, in the group nogroup, whose lock files all may write. */
	private PeerProcess peerOf(String user) throws Exception {
		Mounts.requireProgram("setpriv", "util-linux");
		return PeerProcess.jvmUnder(
				List.of("setpriv", "--reuid=" + user, "--regid=nogroup", "--clear-groups", "env", "HOME=/nonexistent"),
				"-Dpeer.file-permissions=rw-rw-rw-", "-Djava.io.tmpdir=/tmp", "-Duser.home=/nonexistent", "-cp",
				readableClassPath());
	}

	/** Copies what this user's home directory hides from others. */
	private String readableClassPath() throws Exception {
		Path jars = this.mounts.newDirectory();
		List<String> copies = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (entry.endsWith("classes") || entry.contains("jna") || entry.contains("slf4j")
					|| entry.contains("jspecify")) {
				Path copy = jars.resolve(copies.size() + (entry.endsWith(".jar") ? ".jar" : ""));
				Mounts.run("cp", "-r", entry, copy.toString());
				copies.add(copy.toString());
			}
		}
		Mounts.run("chmod", "-R", "a+rX", jars.toString());
		return String.join(File.pathSeparator, copies);
	}

}
