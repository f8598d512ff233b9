package io.pimlock.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A second process in a test: another JVM, or Python. It is killed when the test ends.
 */
final class PeerProcess implements AutoCloseable {

	private static final long DEADLINE_SECONDS = 280;

	private final Process process;

	private final Writer commands;

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private final List<String> seen = new ArrayList<>();

	private PeerProcess(List<String> command) throws IOException {
		this.process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		this.commands = this.process.outputWriter(StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, "peer-" + this.process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	static PeerProcess jvm(String... options) throws Exception {
		return jvmUnder(List.of(), options);
	}

	/** A JVM that another program starts: the peer's pid is that program's. */
	static PeerProcess jvmUnder(List<String> launcher, String... options) throws Exception {
		List<String> command = new ArrayList<>(launcher);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.add("-Xshare:auto");
		command.add("--enable-native-access=ALL-UNNAMED");
		command.addAll(List.of(options));
		if (!command.contains("-cp")) {
			command.addAll(List.of("-cp", System.getProperty("java.class.path")));
		}
		command.add(LockPeer.class.getName());
		PeerProcess peer = new PeerProcess(command);
		if (!peer.answer().equals("ready")) {
			throw new IllegalStateException("peer did not start: " + peer.seen);
		}
		return peer;
	}

	static PeerProcess python(String... arguments) throws Exception {
		Path script = Path.of(PeerProcess.class.getResource("original_peer.py").toURI());
		List<String> command = new ArrayList<>(List.of("python3", script.toString()));
		command.addAll(List.of(arguments));
		return new PeerProcess(command);
	}

	static PeerProcess program(String... command) throws Exception {
		return new PeerProcess(List.of(command));
	}

	long pid() {
		return this.process.pid();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	void send(String command) {
		try {
			this.commands.write(command + "\n");
			this.commands.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String answer() throws InterruptedException {
		String answer = this.answers.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
		if (answer == null) {
			throw new IllegalStateException("no answer from peer " + pid() + " after " + this.seen);
		}
		this.seen.add(answer);
		return answer;
	}

	/** The next answer if there is one already, or null. */
	String answerNow() {
		String answer = this.answers.poll();
		if (answer != null) {
			this.seen.add(answer);
		}
		return answer;
	}

	String ask(String command) throws InterruptedException {
		send(command);
		return answer();
	}

	void endInput() throws IOException {
		this.commands.close();
	}

	/** SIGKILL, and the end of the process. */
	void kill() throws InterruptedException {
		this.process.destroyForcibly();
		awaitExit();
	}

	/** The pid, here, of what the launcher started. */
	long launchedPid() {
		return this.process.children().findFirst().orElseThrow().pid();
	}

	/** SIGKILL for what the launcher started; the launcher ends with it. */
	void killLaunched() throws InterruptedException {
		this.process.descendants().forEach(ProcessHandle::destroyForcibly);
		awaitExit();
	}

	int awaitExit() throws InterruptedException {
		if (!this.process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("peer " + pid() + " does not end");
		}
		return this.process.exitValue();
	}

	private void read() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				this.answers.add(line);
			}
		}
		catch (IOException ex) {
			this.answers.add("failed: " + ex);
		}
		this.answers.add("ended");
	}

	@Override
	public void close() {
		List<ProcessHandle> launched = this.process.descendants().toList();
		this.process.destroyForcibly();
		launched.forEach(ProcessHandle::destroyForcibly);
	}

}
