package io.pimlock.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.pimlock.BucketLock;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process of another user answers a signal with a refusal, which is a sign of life.
 * Needs root.
 */
class OtherUsersTests {

	private static final long SELF = ProcessHandle.current().pid();

	private Mounts mounts;

	private Path bucket;

	@BeforeEach
	void createSharedBucket() throws Exception {
		this.mounts = new Mounts();
		Mounts.requireProgram("setpriv", "util-linux");
		this.bucket = this.mounts.newDirectory();
		Files.setPosixFilePermissions(this.bucket, PosixFilePermissions.fromString("rwxrwxrwx"));
	}

	@AfterEach
	void removeSharedBucket() {
		if (this.mounts != null) {
			this.mounts.close();
		}
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	/** A JVM of a user who may not signal this one. */
	private PeerProcess nobody() throws Exception {
		Path classes = this.mounts.newDirectory();
		StringBuilder classPath = new StringBuilder();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (Stream.of("classes", "jna", "slf4j", "jspecify").anyMatch(entry::contains)) {
				// a name that Jvms and others recognise
				Path copy = classes.resolve(classPath.length() + "-" + Path.of(entry).getFileName());
				Mounts.run("cp", "-r", entry, copy.toString());
				classPath.append(copy).append(File.pathSeparator);
			}
		}
		Mounts.run("chmod", "-R", "a+rX", classes.toString());
		return PeerProcess.jvmUnder(
				List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "env", "HOME=/nonexistent"),
				"-Dpeer.file-permissions=rw-rw-rw-", "-Djava.io.tmpdir=/tmp", "-Duser.home=/nonexistent",
				"-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR", "-cp", classPath.toString());
	}

	private void write(String content) throws Exception {
		Files.writeString(flag(), content);
		Files.setPosixFilePermissions(flag(), PosixFilePermissions.fromString("rw-r--r--"));
	}

	@Test
	void anotherUsersLivingProcessIsRespected() throws Exception {
		try (PeerProcess nobody = nobody()) {
			for (long pid : new long[] { SELF, 1 }) {
				write(pid + "\n");
				assertThat(nobody.ask("acquire " + this.bucket + " 20")).isEqualTo("busy " + pid);
				assertThat(nobody.ask("look " + this.bucket)).isEqualTo("HELD " + pid + " true");
				assertThat(flag()).hasContent(pid + "\n");
			}
			write("4000000\n");
			assertThat(nobody.ask("look " + this.bucket)).isEqualTo("STALE 4000000 false");
			assertThat(nobody.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			assertThat(flag()).hasContent(nobody.pid() + "\n");
			nobody.kill();
		}
	}

	@Test
	void anotherUsersPimlockProcessIsRespected() throws Exception {
		try (PeerProcess nobody = nobody();
				Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults()
					.withFilePermissions(PosixFilePermissions.fromString("rw-rw-rw-"))
					.withApplication("root's"))) {
			try (BucketLock lock = pimlock.buckets().acquire(this.bucket, Duration.ZERO)) {
				assertThat(nobody.ask("acquire " + this.bucket + " 20")).isEqualTo("busy " + SELF);
				assertThat(nobody.ask("look " + this.bucket)).isEqualTo("HELD " + SELF + " true");
				assertThat(nobody.ask("explain " + this.bucket)).contains("process " + SELF + " (root's on host ");
				assertThat(lock.isIntact()).isTrue();
			}
			assertThat(nobody.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
			assertThat(nobody.ask("release")).isEqualTo("released");
		}
	}

}
