package io.pimlock.kernel;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.pimlock.kernel.FileEvents.Watch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Inotify}, with each binding.
 */
class InotifyTests {

	private static final int EMFILE = 24;

	private static final int ENOSPC = 28;

	@TempDir
	Path directory;

	private final Semaphore signals = new Semaphore(0);

	static Stream<NativeCalls> bindings() {
		List<NativeCalls> bindings = new ArrayList<>(List.of(new NativeCalls(new JnaFunctions())));
		if (Runtime.version().feature() >= 22) {
			bindings.add(new NativeCalls(new ForeignFunctions()));
		}
		return bindings.stream();
	}

	private static Inotify events(NativeCalls calls, LinuxCalls linux) {
		return new Inotify(calls, linux, NativeConstants.forThisPlatform(), 50);
	}

	private boolean signalled() throws InterruptedException {
		return this.signals.tryAcquire(1, TimeUnit.MINUTES);
	}

	@ParameterizedTest
	@MethodSource("bindings")
	void tellsWhenAWriterClosesTheFile(NativeCalls calls) throws Exception {
		Inotify events = events(calls, calls);
		Path file = Files.createFile(this.directory.resolve("guard"));
		try (Watch watch = events.watchClosing(file, this.signals::release)) {
			assertThat(watch).isNotNull();
			try (OutputStream open = Files.newOutputStream(file)) {
				assertThat(this.signals.tryAcquire(100, TimeUnit.MILLISECONDS)).isFalse();
			}
			assertThat(signalled()).isTrue();
			Process writer = new ProcessBuilder("sh", "-c", "exec sleep 600 3>>\"$0\"", file.toString()).start();
			Thread.sleep(100);
			writer.destroyForcibly().waitFor();
			assertThat(signalled()).as("after the death of a writer").isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("bindings")
	void tellsWhenTheFileIsRemovedOrRenamedAndNothingElse(NativeCalls calls) throws Exception {
		Inotify events = events(calls, calls);
		Path flag = Files.createFile(this.directory.resolve(".lock"));
		Path other = Files.createFile(this.directory.resolve(".lock.other"));
		try (Watch watch = events.watchRemoval(flag, this.signals::release)) {
			Files.delete(other);
			Files.writeString(flag, "1");
			assertThat(this.signals.tryAcquire(100, TimeUnit.MILLISECONDS)).isFalse();
			Files.delete(flag);
			assertThat(signalled()).isTrue();
			Files.createFile(flag);
			Files.move(flag, other);
			assertThat(signalled()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("bindings")
	void listenersOfOneFileComeAndGoIndependently(NativeCalls calls) throws Exception {
		Inotify events = events(calls, calls);
		Path file = Files.createFile(this.directory.resolve("guard"));
		Semaphore others = new Semaphore(0);
		Watch first = events.watchClosing(file, this.signals::release);
		Watch second = events.watchClosing(file, others::release);
		first.close();
		first.close();
		Files.writeString(file, "1");
		assertThat(others.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
		assertThat(this.signals.availablePermits()).isZero();
		second.close();
		Files.writeString(file, "2");
		assertThat(others.tryAcquire(100, TimeUnit.MILLISECONDS)).isFalse();
	}

	@ParameterizedTest
	@MethodSource("bindings")
	void threadAndDescriptorGoWhenNobodyWatchesAndComeBack(NativeCalls calls) throws Exception {
		Inotify events = events(calls, calls);
		Path file = Files.createFile(this.directory.resolve("guard"));
		for (int round = 0; round < 3; round++) {
			try (Watch watch = events.watchClosing(file, this.signals::release)) {
				Files.writeString(file, "1");
				assertThat(signalled()).isTrue();
			}
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !events.isOpen());
		}
	}

	@ParameterizedTest
	@MethodSource("bindings")
	void whatCannotBeWatchedIsNot(NativeCalls calls) {
		Inotify events = events(calls, calls);
		assertThat(events.watchClosing(this.directory.resolve("none"), this.signals::release)).isNull();
		assertThat(events.watchRemoval(this.directory.resolve("none/.lock"), this.signals::release)).isNull();
		assertThat(events.watchRemoval(Path.of("/"), this.signals::release)).isNull();
	}

	@ParameterizedTest
	@MethodSource("bindings")
	void limitsOfTheSystemAreNoFailure(NativeCalls calls) throws Exception {
		Path file = Files.createFile(this.directory.resolve("guard"));
		AtomicInteger attempts = new AtomicInteger();
		Inotify noInstances = events(calls, new LimitedCalls(calls) {
			@Override
			public int inotifyInit(int flags) {
				attempts.incrementAndGet();
				return -EMFILE;
			}
		});
		assertThat(noInstances.watchClosing(file, this.signals::release)).isNull();
		assertThat(noInstances.watchClosing(file, this.signals::release)).isNull();
		assertThat(attempts).as("a limit may be raised meanwhile").hasValue(2);
		Inotify noWatches = events(calls, new LimitedCalls(calls) {
			@Override
			public int inotifyAddWatch(int fd, byte[] path, int mask) {
				return -ENOSPC;
			}
		});
		assertThat(noWatches.watchClosing(file, this.signals::release)).isNull();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !noWatches.isOpen());
	}

	/**
	 * The real calls, some of which can be overridden.
	 */
	private static class LimitedCalls implements LinuxCalls {

		private final LinuxCalls real;

		LimitedCalls(LinuxCalls real) {
			this.real = real;
		}

		@Override
		public int statx(int directory, byte[] path, int flags, int mask, byte[] buffer) {
			return this.real.statx(directory, path, flags, mask, buffer);
		}

		@Override
		public int inotifyInit(int flags) {
			return this.real.inotifyInit(flags);
		}

		@Override
		public int inotifyAddWatch(int fd, byte[] path, int mask) {
			return this.real.inotifyAddWatch(fd, path, mask);
		}

		@Override
		public int inotifyRemoveWatch(int fd, int watch) {
			return this.real.inotifyRemoveWatch(fd, watch);
		}

		@Override
		public int poll(byte[] descriptors, int count, int timeoutMillis) {
			return this.real.poll(descriptors, count, timeoutMillis);
		}

		@Override
		public int read(int fd, byte[] buffer, int count) {
			return this.real.read(fd, buffer, count);
		}

	}

}
