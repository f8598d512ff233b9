package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.pimlock.BucketLockInterruptedException;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.HeldLock;
import io.pimlock.LockKind;
import io.pimlock.Pimlock;
import io.pimlock.PimlockClosedException;
import io.pimlock.StoreCollectingException;
import io.pimlock.StoreLock;
import io.pimlock.StoreLockMode;
import io.pimlock.StoreLocks;
import io.pimlock.StoreOwnedException;
import io.pimlock.StoreStagingException;
import io.pimlock.WaitingLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@EnabledOnOs({ OS.LINUX, OS.MAC })
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StoreLockTests {

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)));

	private final StoreLocks stores = this.pimlock.stores();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@TempDir
	Path directory;

	@AfterEach
	void leavesNothingBehind() {
		this.threads.shutdownNow();
		this.pimlock.close();
		assertThat(OwnedStores.PROCESS.size()).isZero();
	}

	@Test
	void handlesOfOneProcessShareTheStore() throws Exception {
		StoreLock first = this.stores.own(this.directory);
		StoreLock second = this.threads.submit(() -> this.stores.own(this.directory)).get();
		assertThat(first.mode()).isEqualTo(StoreLockMode.OWN);
		assertThat(first.store()).isEqualTo(this.directory);
		assertThat(this.pimlock.heldLocks()).extracting(HeldLock::holdCount).containsExactly(2, 2);
		try (PeerProcess peer = KernelLockPeer.start()) {
			String busy = "busy " + ProcessHandle.current().pid();
			assertThat(peer.ask("own " + this.directory)).isEqualTo(busy);
			first.close();
			first.close();
			assertThat(second.isIntact()).isTrue();
			assertThat(peer.ask("own " + this.directory)).as("one handle is open").isEqualTo(busy);
			second.close();
			assertThat(peer.ask("own " + this.directory)).isEqualTo("locked");
			assertThatExceptionOfType(StoreOwnedException.class).isThrownBy(() -> this.stores.own(this.directory))
				.satisfies((ex) -> assertThat(ex.store()).isEqualTo(this.directory))
				.withMessage("Store '" + this.directory.getFileName() + "' is owned by process " + peer.pid()
						+ "; stop that process, or let it do the work");
		}
		assertThat(this.directory.resolve("owner.lock")).isEmptyFile();
		assertThat(this.directory.toFile().list()).containsExactly("owner.lock");
	}

	@Test
	void enginesOfOneJvmAreOneProcess() {
		try (Pimlock other = FilePimlock.create(PimlockOptions.defaults());
				StoreLock mine = this.stores.own(this.directory)) {
			StoreLock theirs = other.stores().own(this.directory);
			assertThat(this.pimlock.heldLocks()).hasSize(1);
			other.close();
			assertThat(theirs.isIntact()).isFalse();
			assertThat(mine.isIntact()).isTrue();
		}
	}

	@Test
	void storeIsOneWhateverItsPath() throws Exception {
		Path store = Files.createDirectory(this.directory.resolve("store"));
		Path link = Files.createSymbolicLink(this.directory.resolve("link"), store);
		try (PeerProcess peer = KernelLockPeer.start()) {
			StoreLock throughLink = this.stores.own(link);
			StoreLock direct = this.stores.own(store);
			StoreLock roundabout = this.stores.own(store.resolve("../link"));
			assertThat(throughLink.store()).isEqualTo(link);
			throughLink.close();
			Files.delete(link);
			assertThat(direct.isIntact()).isTrue();
			direct.close();
			assertThat(peer.ask("own " + store)).startsWith("busy");
			roundabout.close();
			assertThat(peer.ask("own " + store)).isEqualTo("locked");
			Files.createSymbolicLink(link, store);
			assertThatExceptionOfType(StoreOwnedException.class).isThrownBy(() -> this.stores.own(link));
		}
	}

	/** What an owner that counted by reference would do (field report). */
	@Test
	void roundsOfFourThreadsAreNeverRefused() throws Exception {
		rounds();
	}

	@Test
	void strangerNeverGetsInWhileAHandleIsOpenAndGetsInOnceNoneIs() throws Exception {
		try (PeerProcess peer = KernelLockPeer.start(); StoreLock throughout = this.stores.own(this.directory)) {
			peer.send("attempts " + this.directory);
			rounds();
			assertThat(peer.answerNow()).isNull();
			throughout.close();
			assertThat(peer.answer()).startsWith("never in ");
			assertThatExceptionOfType(StoreOwnedException.class).isThrownBy(() -> this.stores.own(this.directory));
		}
	}

	private void rounds() throws Exception {
		List<Future<Integer>> all = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			all.add(this.threads.submit(() -> {
				for (int round = 0; round < 20_000; round++) {
					this.stores.own(this.directory).close();
				}
				return 20_000;
			}));
		}
		for (Future<Integer> one : all) {
			assertThat(one.get()).isEqualTo(20_000);
		}
	}

	@Test
	void lostOwnershipIsReportedAndNotShared() throws Exception {
		StoreLock first = this.stores.own(this.directory);
		StoreLock second = this.stores.own(this.directory);
		Files.delete(this.directory.resolve("owner.lock"));
		assertThat(first.isIntact()).isFalse();
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(() -> this.stores.own(this.directory));
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(first::close);
		assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(second::close)
			.withMessageStartingWith("Store '");
		this.stores.own(this.directory).close();
	}

	@Test
	void producersShareAndExcludeACollector() {
		StoreLock first = this.stores.stage(this.directory);
		StoreLock second = this.stores.stage(this.directory, Duration.ZERO);
		assertThat(first.mode()).isEqualTo(StoreLockMode.STAGE);
		assertThatExceptionOfType(StoreStagingException.class).isThrownBy(() -> this.stores.collect(this.directory))
			.satisfies((ex) -> assertThat(ex.store()).isEqualTo(this.directory));
		first.close();
		assertThatExceptionOfType(StoreStagingException.class).isThrownBy(() -> this.stores.collect(this.directory));
		second.close();
		try (StoreLock collector = this.stores.collect(this.directory)) {
			assertThat(collector.mode()).isEqualTo(StoreLockMode.COLLECT);
			assertThatExceptionOfType(StoreStagingException.class)
				.isThrownBy(() -> this.stores.collect(this.directory));
			assertThatExceptionOfType(StoreCollectingException.class)
				.isThrownBy(() -> this.stores.stage(this.directory, Duration.ZERO));
			assertThatExceptionOfType(StoreCollectingException.class)
				.isThrownBy(() -> this.stores.stage(this.directory, Duration.ofMillis(20)))
				.satisfies((ex) -> assertThat(ex.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(20)));
		}
		assertThat(this.directory.toFile().list()).containsExactly("objects.lock");
		assertThat(this.directory.resolve("objects.lock")).isEmptyFile();
	}

	@Test
	void ownerIsIndependentOfProducersAndCollectors() {
		try (StoreLock owner = this.stores.own(this.directory);
				StoreLock collector = this.stores.collect(this.directory)) {
			assertThat(this.pimlock.heldLocks()).extracting((held) -> held.path().getFileName().toString())
				.containsExactly("owner.lock", "objects.lock");
			assertThat(this.pimlock.heldLocks()).extracting(HeldLock::kind).containsOnly(LockKind.STORE);
			assertThat(owner.isIntact()).isTrue();
			assertThat(collector.isIntact()).isTrue();
		}
	}

	@Test
	void producerThatWaitsProceedsWhenTheCollectorEnds() throws Exception {
		try (PeerProcess peer = KernelLockPeer.start()) {
			assertThat(peer.ask("collect " + this.directory)).isEqualTo("locked");
			Future<StoreLock> here = this.threads
				.submit(() -> this.stores.stage(this.directory, Duration.ofMinutes(4)));
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> this.pimlock.waitingLocks().stream().map(WaitingLock::kind).toList(),
						List.of(LockKind.STORE)::equals);
			Thread.sleep(50);
			assertThat(here.isDone()).isFalse();
			assertThat(peer.ask("close collect")).isEqualTo("closed");
			StoreLock staging = here.get(4, TimeUnit.MINUTES);
			assertThat(this.pimlock.waitingLocks()).isEmpty();
			assertThat(peer.ask("collect " + this.directory)).isEqualTo("busy " + ProcessHandle.current().pid());
			staging.close();
			// and the other way round, after the death of a collector
			StoreLock collector = this.stores.collect(this.directory);
			peer.send("stage " + this.directory);
			Thread.sleep(50);
			assertThat(peer.answerNow()).isNull();
			collector.close();
			assertThat(peer.answer()).isEqualTo("locked");
		}
		// the kernel needs a moment to put the killed process away
		this.stores.stage(this.directory).close();
	}

	@Test
	void producersAndCollectorsNeverMeet() throws Exception {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger collected = new AtomicInteger();
		List<Future<Integer>> producers = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			producers.add(this.threads.submit(() -> {
				for (int round = 0; round < 300; round++) {
					try (StoreLock staging = this.stores.stage(this.directory, Duration.ofMinutes(4))) {
						assertThat(inside.incrementAndGet()).isPositive();
						Thread.onSpinWait();
						inside.decrementAndGet();
					}
				}
				return 300;
			}));
		}
		Future<Integer> collector = this.threads.submit(() -> {
			while (collected.get() < 50) {
				try (StoreLock collecting = this.stores.collect(this.directory)) {
					assertThat(inside.getAndAdd(-1_000_000)).isZero();
					Thread.sleep(1);
					assertThat(inside.addAndGet(1_000_000)).isZero();
					collected.incrementAndGet();
				}
				catch (StoreStagingException ex) {
					Thread.sleep(0, 100_000);
				}
			}
			return 50;
		});
		for (Future<Integer> producer : producers) {
			assertThat(producer.get()).isEqualTo(300);
		}
		assertThat(collector.get()).isEqualTo(50);
	}

	@Test
	void interruptedProducerHoldsNothing() throws Exception {
		try (StoreLock collector = this.stores.collect(this.directory)) {
			Thread waiter = new Thread(() -> {
				assertThatExceptionOfType(BucketLockInterruptedException.class)
					.isThrownBy(() -> this.stores.stage(this.directory, Duration.ofMinutes(4)))
					.withMessageContaining("store '");
				assertThat(Thread.interrupted()).isTrue();
			});
			AtomicInteger failures = new AtomicInteger();
			waiter.setUncaughtExceptionHandler((thread, ex) -> failures.incrementAndGet());
			waiter.start();
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !this.pimlock.waitingLocks().isEmpty());
			waiter.interrupt();
			waiter.join();
			assertThat(failures).hasValue(0);
			assertThat(this.pimlock.waitingLocks()).isEmpty();
			assertThat(collector.isIntact()).isTrue();
		}
		this.stores.collect(this.directory).close();
	}

	@Test
	void whatIsNoPathIsRefused() {
		for (Path path : new Path[] { null, Path.of(""), Path.of("  ") }) {
			for (Runnable step : List.<Runnable>of(() -> this.stores.own(path), () -> this.stores.stage(path),
					() -> this.stores.collect(path))) {
				assertThatExceptionOfType(BucketValidationException.class).isThrownBy(step::run)
					.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.PATH_INVALID))
					.withMessageStartingWith("Store '");
			}
		}
	}

	@Test
	void badStoresAreRefused() throws Exception {
		Path missing = this.directory.resolve("missing");
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.stores.own(missing))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.BUCKET_DIR_MISSING))
			.withMessageStartingWith("Store 'missing' cannot be locked: ");
		Path file = Files.createFile(this.directory.resolve("file"));
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.stores.stage(file));
		Path victim = Files.writeString(this.directory.resolve("victim"), "precious");
		Files.createSymbolicLink(this.directory.resolve("owner.lock"), victim);
		Files.createDirectory(this.directory.resolve("objects.lock"));
		for (Runnable step : List.<Runnable>of(() -> this.stores.own(this.directory),
				() -> this.stores.stage(this.directory), () -> this.stores.collect(this.directory))) {
			assertThatExceptionOfType(BucketValidationException.class).isThrownBy(step::run)
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.LOCKFILE_NOT_REGULAR));
		}
		assertThat(victim).hasContent("precious");
		assertThat(this.pimlock.heldLocks()).isEmpty();
	}

	@Test
	void closingTheEngineGivesStoresBack() {
		Pimlock other = FilePimlock.create(PimlockOptions.defaults());
		List<StoreLock> all = List.of(other.stores().own(this.directory), other.stores().own(this.directory),
				other.stores().stage(this.directory));
		other.close();
		this.stores.collect(this.directory).close();
		assertThat(OwnedStores.PROCESS.size()).isZero();
		for (StoreLock lock : all) {
			assertThat(lock.isIntact()).isFalse();
			assertThatExceptionOfType(BucketLockLostException.class).isThrownBy(lock::close);
		}
		assertThatExceptionOfType(PimlockClosedException.class).isThrownBy(() -> other.stores().own(this.directory));
	}

}
