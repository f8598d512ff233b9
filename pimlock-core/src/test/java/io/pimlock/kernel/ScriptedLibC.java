package io.pimlock.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The real C library, of which single calls answer otherwise: signals interrupt them, or
 * they do a part of what they were asked for. Records the calls.
 */
final class ScriptedLibC implements LibC {

	private final LibC real = NativeBindings.libC();

	private final Map<String, Deque<Integer>> script = new HashMap<>();

	private final List<String> calls = new ArrayList<>();

	private int mostBytes = Integer.MAX_VALUE;

	private int storm;

	private int interruptions;

	/** The next calls of a function fail with these error numbers; 0 is none. */
	ScriptedLibC fail(String function, Integer... errors) {
		this.script.computeIfAbsent(function, (name) -> new ArrayDeque<>()).addAll(Arrays.asList(errors));
		return this;
	}

	/** No call reads or writes more than that. */
	ScriptedLibC transferAtMost(int bytes) {
		this.mostBytes = bytes;
		return this;
	}

	/**
	 * From now on, every call that a signal may interrupt is interrupted that many times
	 * before it is carried out.
	 */
	ScriptedLibC interruptEach(int times) {
		this.storm = times;
		return this;
	}

	List<String> calls() {
		return this.calls;
	}

	long count(String function) {
		return this.calls.stream().filter((call) -> call.startsWith(function + " ")).count();
	}

	/** The error number that the call fails with, 0 if it is carried out. */
	private synchronized int error(String function, String call) {
		this.calls.add((function + " " + call).stripTrailing() + " ");
		Deque<Integer> errors = this.script.get(function);
		if (errors != null && !errors.isEmpty()) {
			return errors.remove();
		}
		if (this.interruptions++ < this.storm) {
			return NativeConstants.EINTR;
		}
		this.interruptions = 0;
		return 0;
	}

	private synchronized int errorOfTheUninterruptible(String function) {
		this.calls.add(function + " ");
		Deque<Integer> errors = this.script.get(function);
		return (errors != null && !errors.isEmpty()) ? errors.remove() : 0;
	}

	@Override
	public int open(byte[] path, int flags, int mode) {
		int error = error("open", "");
		return (error != 0) ? -error : this.real.open(path, flags, mode);
	}

	/** As on Linux, the descriptor is gone even if the call says it was interrupted. */
	@Override
	public int close(int fd) {
		int error = errorOfTheUninterruptible("close");
		int result = this.real.close(fd);
		return (error != 0) ? -error : result;
	}

	@Override
	public int fchmod(int fd, int mode) {
		int error = errorOfTheUninterruptible("fchmod");
		return (error != 0) ? -error : this.real.fchmod(fd, mode);
	}

	@Override
	public int flock(int fd, int operation) {
		int error = error("flock", "");
		return (error != 0) ? -error : this.real.flock(fd, operation);
	}

	@Override
	public int pread(int fd, byte[] buffer, int count, long offset) {
		int error = error("pread", count + " at " + offset);
		return (error != 0) ? -error : this.real.pread(fd, buffer, Math.min(count, this.mostBytes), offset);
	}

	@Override
	public int pwrite(int fd, byte[] buffer, int count, long offset) {
		int error = error("pwrite", count + " at " + offset);
		return (error != 0) ? -error : this.real.pwrite(fd, buffer, Math.min(count, this.mostBytes), offset);
	}

	@Override
	public int link(byte[] existing, byte[] link) {
		int error = errorOfTheUninterruptible("link");
		return (error != 0) ? -error : this.real.link(existing, link);
	}

	@Override
	public int rename(byte[] from, byte[] to) {
		int error = errorOfTheUninterruptible("rename");
		return (error != 0) ? -error : this.real.rename(from, to);
	}

	@Override
	public int unlink(byte[] path) {
		int error = errorOfTheUninterruptible("unlink");
		return (error != 0) ? -error : this.real.unlink(path);
	}

	@Override
	public int kill(int pid, int signal) {
		return this.real.kill(pid, signal);
	}

}
