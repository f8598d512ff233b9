package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.HeldLock;
import io.pimlock.LockKind;
import io.pimlock.LockListener;
import io.pimlock.Pimlock;
import io.pimlock.PimlockClosedException;
import io.pimlock.WriterBusyException;
import io.pimlock.WriterLease;
import io.pimlock.WriterLeases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@EnabledOnOs({ OS.LINUX, OS.MAC })
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WriterLeaseTests {

	private final List<String> events = new ArrayList<>();

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withListeners(List.of(new LockListener() {
			@Override
			public void acquired(HeldLock lock, java.time.Duration waited) {
				WriterLeaseTests.this.events.add("acquired " + lock.kind() + " " + lock.bucketId());
			}

			@Override
			public void released(HeldLock lock, java.time.Duration held) {
				WriterLeaseTests.this.events.add("released " + lock.kind() + " " + lock.bucketId());
			}

			@Override
			public void busy(LockKind kind, String id, Path path, io.pimlock.LockHolder holder,
					java.time.Duration waited) {
				WriterLeaseTests.this.events.add("busy " + kind + " " + id);
			}

			@Override
			public void lost(HeldLock lock) {
				WriterLeaseTests.this.events.add("lost " + lock.kind() + " " + lock.bucketId());
			}
		})));

	private final WriterLeases leases = this.pimlock.leases();

	@TempDir
	Path root;

	@AfterEach
	void close() {
		this.pimlock.close();
	}

	private Path file(String name) {
		return this.root.resolve("locks").resolve(name);
	}

	@Test
	void leaseIsHeldUntilItIsClosed() {
		assertThat(this.leases.isHeld(this.root, "run-1")).isFalse();
		assertThat(this.root).as("asking creates nothing").isEmptyDirectory();
		WriterLease lease = this.leases.acquire(this.root, "run-1");
		assertThat(lease.root()).isEqualTo(this.root);
		assertThat(lease.runId()).isEqualTo("run-1");
		assertThat(lease.acquiredAt()).isBetween(Instant.now().minusSeconds(240), Instant.now());
		assertThat(lease.isIntact()).isTrue();
		assertThat(this.leases.isHeld(this.root, "run-1")).isTrue();
		assertThat(this.leases.isHeld(this.root, "run-2")).isFalse();
		lease.close();
		assertThat(lease.isIntact()).isFalse();
		assertThat(this.leases.isHeld(this.root, "run-1")).isFalse();
		assertThat(file("run-1.lock")).as("the file stays").isEmptyFile();
		assertThat(this.events).containsExactly("acquired WRITER_LEASE run-1", "released WRITER_LEASE run-1");
	}

	@Test
	void secondHandleOfTheSameThreadIsRefused() {
		try (WriterLease lease = this.leases.acquire(this.root, "run-1")) {
			assertThatExceptionOfType(WriterBusyException.class)
				.isThrownBy(() -> this.leases.acquire(this.root, "run-1"))
				.satisfies((ex) -> assertThat(ex.runId()).isEqualTo("run-1"))
				.withMessage("Run 'run-1' has a live writer, process " + ProcessHandle.current().pid()
						+ "; a second one is refused");
			assertThat(lease.isIntact()).isTrue();
			this.leases.acquire(this.root, "run-2").close();
		}
		this.leases.acquire(this.root, "run-1").close();
		assertThat(this.events).contains("busy WRITER_LEASE run-1");
	}

	@Test
	void closedLeaseStaysClosedWhoeverHasItByThen() {
		WriterLease first = this.leases.acquire(this.root, "run-1");
		first.close();
		try (WriterLease second = this.leases.acquire(this.root, "run-1")) {
			first.close();
			assertThat(second.isIntact()).isTrue();
			assertThat(this.leases.isHeld(this.root, "run-1")).isTrue();
		}
	}

	@Test
	void contentMeansNothingAndIsKept() throws Exception {
		Files.createDirectory(this.root.resolve("locks"));
		Files.writeString(file("run-1.lock"), "4711");
		FileTime old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
		Files.setLastModifiedTime(file("run-1.lock"), old);
		this.leases.acquire(this.root, "run-1").close();
		assertThat(file("run-1.lock")).hasContent("4711");
		assertThat(Files.getLastModifiedTime(file("run-1.lock"))).isEqualTo(old);
	}

	@ParameterizedTest
	@CsvSource({ "plain-Id_1.2, plain-Id_1.2.lock", "a/b, a_b.lock", ".., ...lock", "' ', _.lock",
			"../../x, .._.._x.lock", "h\u00f6, h_.lock", "\uD83D\uDD12, _.lock", "a\uD83D\uDD12b, a_b.lock",
			"'x\ty', x_y.lock" })
	void everyCodePointThatIsNotPlainBecomesOneUnderscore(String runId, String name) {
		try (WriterLease lease = this.leases.acquire(this.root, runId)) {
			assertThat(file(name)).exists();
			assertThat(lease.runId()).isEqualTo(runId);
		}
		assertThat(this.root).isDirectoryContaining((entry) -> entry.endsWith("locks"));
		assertThat(this.root.toFile().list()).hasSize(1);
	}

	@Test
	void idsWithTheSameFileRefuseEachOther() {
		try (WriterLease lease = this.leases.acquire(this.root, "a/b")) {
			assertThatExceptionOfType(WriterBusyException.class).isThrownBy(() -> this.leases.acquire(this.root, "a:b"))
				.satisfies((ex) -> assertThat(ex.runId()).isEqualTo("a:b"));
			assertThat(this.leases.isHeld(this.root, "a b")).isTrue();
			assertThat(lease.isIntact()).isTrue();
		}
	}

	@Test
	void emptyAndTooLongIdsAreRefused() {
		for (String id : new String[] { "", "x".repeat(300), null }) {
			assertThatExceptionOfType(BucketValidationException.class)
				.isThrownBy(() -> this.leases.acquire(this.root, id))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.RUN_ID_INVALID))
				.withMessageStartingWith("Run '");
		}
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.leases.isHeld(this.root, ""));
		assertThat(this.leases.isHeld(this.root, "x".repeat(300))).as("cannot be looked at").isTrue();
		this.leases.acquire(this.root, "x".repeat(250)).close();
	}

	@Test
	void rootThatIsNoPathIsRefused() {
		for (Path path : new Path[] { null, Path.of(""), Path.of("  ") }) {
			for (Runnable step : List.<Runnable>of(() -> this.leases.acquire(path, "run-1"),
					() -> this.leases.isHeld(path, "run-1"))) {
				assertThatExceptionOfType(BucketValidationException.class).isThrownBy(step::run)
					.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.PATH_INVALID))
					.withMessageStartingWith("Run 'run-1' cannot be locked: ");
			}
		}
	}

	@Test
	void missingRootIsNotCreated() {
		Path missing = this.root.resolve("missing");
		assertThat(this.leases.isHeld(missing, "run-1")).isFalse();
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.leases.acquire(missing, "run-1"))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUCKET_DIR_MISSING))
			.withMessageStartingWith("Run 'run-1' cannot be locked: ");
		assertThat(missing).doesNotExist();
	}

	@Test
	void whatIsNoFileIsRefusedAndCountsAsHeld() throws Exception {
		Files.createDirectories(file("directory.lock"));
		Path victim = Files.writeString(this.root.resolve("victim"), "precious");
		Files.createSymbolicLink(file("link.lock"), victim);
		Files.createSymbolicLink(file("dangling.lock"), this.root.resolve("nothing"));
		for (String id : List.of("directory", "link", "dangling")) {
			assertThatExceptionOfType(BucketValidationException.class).as(id)
				.isThrownBy(() -> this.leases.acquire(this.root, id))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.LOCKFILE_NOT_REGULAR));
			assertThat(this.leases.isHeld(this.root, id)).as(id).isTrue();
		}
		assertThat(victim).hasContent("precious");
		assertThat(this.root.resolve("nothing")).doesNotExist();
	}

	@Test
	void otherFailuresAreNotBusy() throws Exception {
		Files.writeString(this.root.resolve("locks"), "no directory");
		assertThatExceptionOfType(BucketLockIoException.class).isThrownBy(() -> this.leases.acquire(this.root, "run-1"))
			.withMessageStartingWith("Run 'run-1' cannot be locked: ");
		assertThat(this.leases.isHeld(this.root, "run-1")).as("cannot be looked at").isTrue();
	}

	@Test
	void runsStayInsideTheConfiguredRoot() throws Exception {
		Path inside = Files.createDirectory(this.root.resolve("inside"));
		Path outside = Files.createDirectories(this.root.resolve("outside/locks"));
		Files.createSymbolicLink(inside.resolve("locks"), outside);
		try (Pimlock confined = FilePimlock.create(PimlockOptions.defaults().withRoot(inside))) {
			for (Path path : List.of(Path.of(".."), this.root, Path.of(""), Path.of("."))) {
				assertThatExceptionOfType(BucketValidationException.class).as("%s", path)
					.isThrownBy(() -> confined.leases().acquire(path, "run-1"));
				assertThatExceptionOfType(BucketValidationException.class).as("%s", path)
					.isThrownBy(() -> confined.leases().isHeld(path, "run-1"));
			}
			assertThat(outside).isEmptyDirectory();
			Files.createDirectory(inside.resolve("ledger"));
			try (WriterLease lease = confined.leases().acquire(Path.of("ledger"), "run-1")) {
				assertThat(lease.root()).isEqualTo(inside.resolve("ledger"));
				assertThat(confined.leases().isHeld(Path.of("ledger"), "run-1")).isTrue();
			}
		}
	}

	@Test
	void removedFileIsReportedAndASuccessorIsNotDisturbed() throws Exception {
		WriterLease first = this.leases.acquire(this.root, "run-1");
		Files.delete(file("run-1.lock"));
		assertThat(first.isIntact()).isFalse();
		assertThat(this.leases.heldLocks()).extracting(HeldLock::intact).containsExactly(false);
		WriterLease second = this.leases.acquire(this.root, "run-1");
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(first::close)
			.withMessageStartingWith("Run 'run-1': the lock was lost while it was held");
		first.close();
		assertThat(second.isIntact()).isTrue();
		assertThat(this.leases.isHeld(this.root, "run-1")).isTrue();
		second.close();
		assertThat(this.events).containsSubsequence("lost WRITER_LEASE run-1", "released WRITER_LEASE run-1");
	}

	@Test
	void heldLeasesAreListed() {
		try (WriterLease lease = this.leases.acquire(this.root, "run-1")) {
			HeldLock held = this.pimlock.heldLocks().get(0);
			assertThat(held.kind()).isEqualTo(LockKind.WRITER_LEASE);
			assertThat(held.bucketId()).isEqualTo(lease.runId());
			assertThat(held.path()).isEqualTo(file("run-1.lock"));
			assertThat(held.thread()).isEqualTo(Thread.currentThread().getName());
			assertThat(held.acquiredAt()).isEqualTo(lease.acquiredAt());
			assertThat(held.holdCount()).isOne();
			assertThat(held.fencingToken()).isZero();
			assertThat(held.intact()).isTrue();
		}
		assertThat(this.pimlock.heldLocks()).isEmpty();
	}

	@Test
	void closingTheEngineGivesLeasesBack() {
		Pimlock other = FilePimlock.create(PimlockOptions.defaults());
		WriterLease lease = other.leases().acquire(this.root, "run-1");
		other.close();
		assertThat(lease.isIntact()).isFalse();
		this.leases.acquire(this.root, "run-1").close();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lease::close);
		lease.close();
		assertThatExceptionOfType(PimlockClosedException.class)
			.isThrownBy(() -> other.leases().acquire(this.root, "run-1"));
	}

}
