package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.pimlock.Pimlock;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;
import io.pimlock.torture.JournalLine.Event;

/**
 * The main class of a worker with Pimlock. It ends when its standard input ends;
 * {@code finish} there makes it stop locking and wait for that end.
 */
final class JvmWorker {

	private final WorkerArguments arguments;

	private final AtomicBoolean finishing = new AtomicBoolean();

	private final CountDownLatch inputEnded = new CountDownLatch(1);

	private JvmWorker(WorkerArguments arguments) {
		this.arguments = arguments;
	}

	public static void main(String[] args) throws Exception {
		new JvmWorker(WorkerArguments.parse(args)).work();
	}

	private void work() throws Exception {
		Thread input = new Thread(this::watchInput, "input");
		input.setDaemon(true);
		input.start();
		Ground ground = new Ground(this.arguments.directory());
		PimlockOptions options = PimlockOptions.defaults()
			.withApplication(this.arguments.worker())
			.withWaitTimeout(this.arguments.waitTimeout())
			.withPollInterval(this.arguments.poll());
		try (Pimlock pimlock = FilePimlock.create(options); Journal journal = new Journal(ground.journal())) {
			rehearse(ground, pimlock);
			// less the one that reads the directory
			int descriptors = RunningProcess.descriptors(ProcessHandle.current().pid()).size() - 1;
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < this.arguments.threads(); i++) {
				WorkerLoop loop = new WorkerLoop(this.arguments, i, pimlock.buckets(), journal, this.finishing::get);
				threads.add(new Thread(() -> loop.run(descriptors), "loop-" + i));
			}
			threads.forEach(Thread::start);
			for (Thread thread : threads) {
				thread.join();
			}
			journal.note(Event.FINISHED, this.arguments.worker(), this.arguments.incarnation(), JournalLine.NONE);
			this.inputEnded.await();
		}
	}

	/** Loads what is loaded late, so that descriptors can be compared. */
	private void rehearse(Ground ground, Pimlock pimlock) throws IOException {
		Path bucket = Files.createDirectories(ground.rehearsal(this.arguments.worker()));
		pimlock.buckets().acquire(bucket).close();
		pimlock.buckets().inspect(bucket);
	}

	private void watchInput() {
		try {
			for (int next = System.in.read(); next >= 0; next = System.in.read()) {
				this.finishing.set(true);
			}
		}
		catch (IOException ex) {
			// the same as its end
		}
		if (!this.finishing.get()) {
			// the referee is gone: as abruptly as it went itself
			Runtime.getRuntime().halt(3);
		}
		this.inputEnded.countDown();
	}

}
