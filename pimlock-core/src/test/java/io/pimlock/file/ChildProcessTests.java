package io.pimlock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.jna.Function;
import io.pimlock.BucketLock;
import io.pimlock.BucketLockService;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Processes that a holder starts, and that outlive it.
 */
@EnabledOnOs(OS.LINUX)
class ChildProcessTests {

	private final Pimlock pimlock = FilePimlock
		.create(PimlockOptions.defaults().withPollInterval(Duration.ofMillis(2)));

	private final BucketLockService buckets = this.pimlock.buckets();

	private final List<ProcessHandle> children = new ArrayList<>();

	@TempDir
	Path bucket;

	@AfterEach
	void leavesNothingBehind() {
		this.children.forEach(ProcessHandle::destroyForcibly);
		this.pimlock.close();
		assertThat(SlotTable.PROCESS.size()).isZero();
	}

	/** What a process has open in the bucket. */
	private List<Path> openFiles(ProcessHandle process) throws IOException {
		Path real = this.bucket.toRealPath();
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
			List<Path> open = new ArrayList<>();
			for (Path descriptor : descriptors.toList()) {
				Path target = Files.readSymbolicLink(descriptor);
				if (target.startsWith(real)) {
					open.add(target);
				}
			}
			return open;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "POSIX_SPAWN", "FORK" })
	void childrenOfAKilledHolderKeepNothing(String mechanism) throws Exception {
		try (PeerProcess holder = Jvms.start(Parent.class, "-Djdk.lang.Process.launchMechanism=" + mechanism,
				this.bucket.toString())) {
			String answer = holder.answer();
			assertThat(answer).startsWith("children ");
			for (String pid : answer.substring("children ".length()).split(" ")) {
				this.children.add(ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
			}
			assertThat(this.children).hasSize(5);
			assertThat(openFiles(ProcessHandle.of(holder.pid()).orElseThrow())).hasSize(1);
			for (ProcessHandle child : this.children) {
				assertThat(openFiles(child)).as("%s", child.info()).isEmpty();
			}
			holder.kill();
		}
		assertThat(this.children).allMatch(ProcessHandle::isAlive);
		try (BucketLock lock = this.buckets.acquire(this.bucket, Duration.ZERO)) {
			assertThat(lock.isIntact()).isTrue();
		}
		assertThat(this.children).allMatch(ProcessHandle::isAlive);
	}

	/**
	 * A child between fork and exec shares the descriptor; so does a process that has
	 * copied it (pidfd_getfd(2)), for as long as a test needs.
	 */
	@Test
	void releaseIsAReleaseEvenIfAnotherProcessSharesTheDescriptor() throws Exception {
		Mounts.requireProgram("python3", "python3");
		try (PeerProcess peer = Jvms.lockPeer()) {
			BucketLock lock = this.buckets.acquire(this.bucket);
			try (PeerProcess sharer = PeerProcess.program("python3", "-c", SHARER,
					Long.toString(ProcessHandle.current().pid()), descriptorOf(this.bucket.resolve(".lock.guard")))) {
				String answer = sharer.answer();
				assumeThat(answer).as("pidfd_getfd(2)").isEqualTo("shared");
				assertThat(openFiles(ProcessHandle.of(sharer.pid()).orElseThrow())).hasSize(1);
				assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("busy");
				lock.close();
				assertThat(peer.ask("acquire " + this.bucket + " 0")).startsWith("acquired");
				assertThat(peer.ask("release")).isEqualTo("released");
			}
			finally {
				lock.close();
			}
		}
	}

	private static String descriptorOf(Path file) throws IOException {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			for (Path descriptor : descriptors.toList()) {
				if (Files.exists(descriptor) && Files.isSameFile(descriptor, file)) {
					return descriptor.getFileName().toString();
				}
			}
		}
		throw new IllegalStateException("not open: " + file);
	}

	private static final String SHARER = """
			import ctypes, os, sys
			pidfd_open, pidfd_getfd = 434, 438
			libc = ctypes.CDLL(None, use_errno=True)
			process = libc.syscall(pidfd_open, int(sys.argv[1]), 0)
			shared = libc.syscall(pidfd_getfd, process, int(sys.argv[2]), 0)
			print("shared" if shared >= 0 else os.strerror(ctypes.get_errno()), flush=True)
			sys.stdin.read()
			""";

	/**
	 * The main class of a JVM that starts processes before and while it holds a bucket.
	 */
	static final class Parent {

		private Parent() {
		}

		public static void main(String[] args) throws Exception {
			BucketLockService buckets = FilePimlock.create(PimlockOptions.defaults()).buckets();
			List<Long> children = new ArrayList<>();
			children.add(sleep().start().pid());
			buckets.acquire(Path.of(args[0]));
			children.add(sleep().start().pid());
			children.add(sleep().inheritIO().start().pid());
			Thread thread = OtherThread.start(() -> children.add(sleep().start().pid()));
			thread.join();
			children.add(startedByNativeCode());
			System.out.println("children " + children.stream().map(String::valueOf).collect(Collectors.joining(" ")));
			System.in.read();
		}

		private static ProcessBuilder sleep() {
			return new ProcessBuilder("sleep", "60");
		}

		/** Java closes what a child would inherit; system(3) does not. */
		private static long startedByNativeCode() throws IOException {
			Path pid = Files.createTempFile("child", ".pid");
			try {
				Function.getFunction("c", "system")
					.invokeInt(new Object[] { "sleep 60 </dev/null >/dev/null 2>&1 & echo $! > " + pid });
				return Long.parseLong(Files.readString(pid).strip());
			}
			finally {
				Files.delete(pid);
			}
		}

	}

}
