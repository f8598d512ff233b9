package io.pimlock.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The other end of a {@link LockClient}, or of the C program that speaks the same way.
 */
final class Client {

	private final Process process;

	private final BufferedReader answers;

	Client(Process process) {
		this.process = process;
		this.answers = process.inputReader(StandardCharsets.UTF_8);
	}

	long pid() {
		return this.process.pid();
	}

	/** Begins to lock. */
	void lock() throws IOException {
		say("lock");
		expect("locking");
	}

	/** Waits until it has the lock, and returns since when. */
	long locked() {
		return Long.parseLong(hear());
	}

	void unlock() throws IOException {
		say("unlock");
		expect("unlocked");
	}

	/** Sends SIGKILL. */
	void kill() {
		this.process.destroyForcibly();
	}

	private void say(String line) throws IOException {
		this.process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
		this.process.getOutputStream().flush();
	}

	private void expect(String answer) {
		String line = hear();
		if (!line.equals(answer)) {
			throw new IllegalStateException("Expected " + answer + ", got " + line);
		}
	}

	private String hear() {
		try {
			String line = this.answers.readLine();
			if (line == null) {
				throw new IllegalStateException("Process " + this.process.pid() + " has ended");
			}
			return line;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
