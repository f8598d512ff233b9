package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.BucketLockState;
import io.pimlock.BucketLockState.Status;
import io.pimlock.LockHolder;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Processes in namespaces of their own, as containers on one volume are: every one of
 * them is process 1, and none can see another. Needs root.
 */
class ContainersTests {

	private static final String[] QUICK_START = { "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData" };

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(5)));

	private final BucketLockService buckets = this.pimlock.buckets();

	private final List<PeerProcess> started = new ArrayList<>();

	@TempDir
	Path bucket;

	@BeforeEach
	void requireNamespaces() {
		assumeThat(System.getProperty("user.name")).as("making namespaces needs root").isEqualTo("root");
		Mounts.assume(Mounts.run("unshare", "--pid", "--fork", "--mount-proc", "--uts", "true"));
	}

	@AfterEach
	void leavesNothingBehind() {
		this.started.forEach(PeerProcess::close);
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	private Path flag() {
		return this.bucket.resolve(".lock");
	}

	/** A JVM that is process 1 of a container of that name. */
	private PeerProcess container(String host) throws Exception {
		PeerProcess container = PeerProcess.jvmUnder(inContainer(host), QUICK_START);
		this.started.add(container);
		assertThat(container.ask("self")).isEqualTo("pid 1");
		return container;
	}

	private static List<String> inContainer(String host) {
		return List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--uts", "sh", "-c",
				"hostname $0 && exec \"$@\"", host);
	}

	private PeerProcess start(PeerProcess peer) {
		this.started.add(peer);
		return peer;
	}

	private String acquire(PeerProcess peer, int millis) throws Exception {
		return peer.ask("acquire " + this.bucket + " " + millis);
	}

	private static long token(String acquired) {
		assertThat(acquired).startsWith("acquired ");
		return Long.parseLong(acquired.substring("acquired ".length()));
	}

	private void assertState(Status status, long pid, boolean alive) {
		BucketLockState state = this.buckets.inspect(this.bucket);
		assertThat(state.status()).as(state.explanation()).isEqualTo(status);
		assertThat(state.holder()).get().extracting(LockHolder::pid, LockHolder::alive).containsExactly(pid, alive);
	}

	private void assertAcquiredAtOnce() {
		try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(flag()).doesNotExist();
	}

	@Test
	void containersWithOnePidExcludeEachOtherAndAreNamed() throws Exception {
		PeerProcess first = container("box-a");
		PeerProcess second = container("box-b");
		for (int i = 0; i < 2; i++) {
			long token = token(acquire(first, 0));
			assertThat(flag()).hasContent("1\n");
			assertThat(acquire(second, 20)).isEqualTo("busy 1");
			assertThat(second.ask("explain " + this.bucket))
				.contains("is held by process 1 (peer on host " + ((i == 0) ? "box-a" : "box-b") + "); gave up after");
			assertThatExceptionOfType(BucketBusyException.class)
				.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)));
			assertThat(first.ask("release")).isEqualTo("released");
			assertThat(token(acquire(second, 0))).isGreaterThan(token);
			assertThat(second.ask("release")).isEqualTo("released");
			PeerProcess swap = first;
			first = second;
			second = swap;
		}
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			assertThat(acquire(first, 20)).isEqualTo("busy " + ProcessHandle.current().pid());
		}
	}

	@Test
	void containersAndTheirHostLoseNoIncrement() throws Exception {
		LockPeer.Counter.create(this.bucket);
		PeerProcess first = container("box-a");
		PeerProcess second = container("box-b");
		first.send("increment " + this.bucket + " 300");
		second.send("increment " + this.bucket + " 300");
		for (int i = 0; i < 100; i++) {
			try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ofMinutes(4))) {
				assertThat(LockPeer.Counter.increment(this.bucket)).isZero();
			}
		}
		assertThat(first.answer()).isEqualTo("overlaps 0");
		assertThat(second.answer()).isEqualTo("overlaps 0");
		assertThat(LockPeer.Counter.value(this.bucket)).isEqualTo(700);
	}

	@Test
	void killedContainerIsReplacedAtOnceByOneWithItsPid() throws Exception {
		PeerProcess killed = container("box-a");
		PeerProcess other = container("box-b");
		long token = token(acquire(killed, 0));
		killed.killLaunched();
		assertThat(flag()).hasContent("1\n");
		assertThat(token(acquire(other, 0))).isGreaterThan(token);
		other.killLaunched();
		// on the host, process 1 is alive and somebody else
		assertAcquiredAtOnce();
	}

	@Test
	void restartedContainerReclaimsWhatItLeft() throws Exception {
		long token = 0;
		for (int i = 0; i < 3; i++) {
			PeerProcess container = container("box-a");
			long next = token(acquire(container, 0));
			assertThat(next).isGreaterThan(token);
			token = next;
			container.killLaunched();
			assertThat(flag()).exists();
		}
		assertAcquiredAtOnce();
	}

	@Test
	void waiterInAnotherContainerGetsTheBucketOfAKilledOne() throws Exception {
		PeerProcess killed = container("box-a");
		PeerProcess waiter = container("box-b");
		long token = token(acquire(killed, 0));
		waiter.send("acquire " + this.bucket + " 240000");
		Thread.sleep(100);
		killed.killLaunched();
		assertThat(token(waiter.answer())).isGreaterThan(token);
	}

	@Test
	void inspectionTellsAboutHoldersWhosePidMeansNothingHere() throws Exception {
		PeerProcess holder = container("box-a");
		PeerProcess other = container("box-b");
		acquire(holder, 0);
		assertState(Status.HELD, 1, true);
		assertThat(this.buckets.inspect(this.bucket).holder()).get().extracting(LockHolder::host).isEqualTo("box-a");
		assertThat(other.ask("look " + this.bucket)).isEqualTo("HELD 1 true");
		holder.killLaunched();
		assertState(Status.STALE, 1, false);
		assertThat(other.ask("look " + this.bucket)).isEqualTo("STALE 1 false");
		assertThat(flag()).exists();
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			// this process's pid does not exist in the container
			assertThat(other.ask("look " + this.bucket)).isEqualTo("HELD " + ProcessHandle.current().pid() + " true");
		}
	}

	@Test
	void readOnlyMountShowsTheHolderInAContainer() throws Exception {
		try (Mounts mounts = new Mounts()) {
			Path visible = mounts.bindReadOnly(this.bucket);
			PeerProcess holder = container("box-a");
			acquire(holder, 0);
			assertThat(this.buckets.inspect(visible).status()).isEqualTo(Status.HELD);
			holder.killLaunched();
			assertThat(this.buckets.inspect(visible).status()).isEqualTo(Status.STALE);
		}
	}

	@Test
	void killedProgramOfTheOriginalProtocolWithThePidOfItsSuccessorIsReclaimed() throws Exception {
		List<String> command = new ArrayList<>(inContainer("box-a"));
		Path script = Files.copy(Path.of(PeerProcess.class.getResource("original_peer.py").toURI()),
				this.bucket.resolve("peer.py"));
		command.addAll(List.of("python3", script.toString(), "hold", this.bucket.toString()));
		PeerProcess python = start(PeerProcess.program(command.toArray(String[]::new)));
		assertThat(python.answer()).isEqualTo("held");
		assertThat(flag()).hasContent("1\n");
		python.killLaunched();
		assertThat(flag()).hasContent("1\n");
		PeerProcess successor = container("box-a");
		assertThat(successor.ask("look " + this.bucket)).isEqualTo("STALE 1 false");
		token(acquire(successor, 0));
		assertThat(successor.ask("release")).isEqualTo("released");
	}

	/**
	 * The program's file says no more than its pid, which the host's process 1 has too.
	 */
	@Test
	void programOfTheOriginalProtocolInAContainerIsInDoubtAlive() throws Exception {
		Files.writeString(flag(), "1\n");
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
			.satisfies((busy) -> assertThat(busy.holdingPid()).isOne());
		assertState(Status.HELD, 1, true);
	}

	@Test
	void holderInAnotherTimeNamespaceIsNotJudgedByItsStartTicks() throws Exception {
		List<String> launcher = List.of("unshare", "--time", "--boottime", "100000", "--fork", "--kill-child");
		List<String> probe = new ArrayList<>(launcher);
		probe.add("true");
		Mounts.assume(Mounts.run(probe.toArray(String[]::new)));
		PeerProcess holder = start(PeerProcess.jvmUnder(launcher, QUICK_START));
		long pid = Long.parseLong(holder.ask("self").substring("pid ".length()));
		token(acquire(holder, 0));
		assertState(Status.HELD, pid, true);
		assertThatExceptionOfType(BucketBusyException.class)
			.isThrownBy(() -> this.buckets.acquire(this.bucket, Duration.ofMillis(20)))
			.satisfies((busy) -> {
				assertThat(busy.holdingPid()).isEqualTo(pid);
				assertThat(busy.holder()).get().extracting(LockHolder::alive).isEqualTo(true);
			});
		holder.ask("release");
		try (BucketLock lock = this.buckets.acquire(this.bucket)) {
			assertThat(holder.ask("look " + this.bucket)).isEqualTo("HELD " + ProcessHandle.current().pid() + " true");
		}
		token(acquire(holder, 0));
		holder.killLaunched();
		assertState(Status.STALE, pid, false);
		assertAcquiredAtOnce();
	}

	/**
	 * A pid namespace that still has the host's {@code /proc}: there, a number in it is
	 * somebody else's.
	 */
	@Test
	void processTableOfAnotherNamespaceStrandsNoBucket() throws Exception {
		String init = foreignProcInit();
		PeerProcess holder = start(PeerProcess.jvmUnder(List.of("nsenter", "--target", init, "--pid"), QUICK_START));
		PeerProcess next = start(PeerProcess.jvmUnder(List.of("nsenter", "--target", init, "--pid"), QUICK_START));
		token(acquire(holder, 0));
		assertThat(next.ask("look " + this.bucket)).startsWith("HELD ").endsWith(" true");
		holder.killLaunched();
		assertThat(next.ask("look " + this.bucket)).startsWith("STALE ").endsWith(" false");
		assertThat(next.ask("explain " + this.bucket)).startsWith("acquired ");
	}

	/**
	 * The same, with the number of a living program that is a thread's on the host.
	 */
	@Test
	void processTableOfAnotherNamespaceCostsNoLivingProgramItsLock() throws Exception {
		assumeThat(Path.of("/proc/sys/kernel/ns_last_pid")).as("the kernel lets nobody choose pids").exists();
		String init = foreignProcInit();
		long thread;
		try (var tasks = Files.list(Path.of("/proc/self/task"))) {
			thread = tasks.mapToLong((task) -> Long.parseLong(task.getFileName().toString())).max().orElseThrow();
		}
		assertThat(thread).isNotEqualTo(ProcessHandle.current().pid());
		PeerProcess program = start(PeerProcess
			.program("nsenter", "--target", init, "--pid", "sh", "-c", "echo " + (thread - 1)
					+ " > /proc/sys/kernel/ns_last_pid; sleep 280 & echo $!; read go; kill -9 $!; wait; echo gone"));
		assumeThat(program.answer()).as("the pid was given away").isEqualTo(Long.toString(thread));
		PeerProcess peer = start(PeerProcess.jvmUnder(List.of("nsenter", "--target", init, "--pid"), QUICK_START));
		Files.writeString(flag(), thread + "\n");
		assertThat(acquire(peer, 20)).isEqualTo("busy " + thread);
		assertThat(peer.ask("look " + this.bucket)).isEqualTo("HELD " + thread + " true");
		assertThat(program.ask("go")).isEqualTo("gone");
		assertThat(peer.ask("look " + this.bucket)).isEqualTo("STALE " + thread + " false");
		token(acquire(peer, 0));
	}

	/** The host's pid of the first process of a pid namespace with the host's /proc. */
	private String foreignProcInit() throws Exception {
		PeerProcess init = start(PeerProcess.program("unshare", "--pid", "--fork", "--kill-child", "sh", "-c",
				"echo $$; exec sleep 280"));
		assertThat(init.answer()).isEqualTo("1");
		return Long.toString(init.launchedPid());
	}

}
