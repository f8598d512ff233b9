package io.pimlock.benchmarks.process;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.pimlock.benchmarks.contender.Contender;
import io.pimlock.benchmarks.contender.ContenderKind;

/**
 * The main class of a process that takes a lock, waits until all others wait for it,
 * holds it for a random while, gives it back, and waits itself once somebody else has it.
 */
final class HandOverContestant {

	private final Board board;

	private final int self;

	private HandOverContestant(Board board, int self) {
		this.board = board;
		this.self = self;
	}

	public static void main(String[] args) throws Exception {
		ParentWatch.start();
		HandOverContestant contestant = new HandOverContestant(Board.open(Path.of(args[2])), Integer.parseInt(args[3]));
		try (Contender lock = ContenderKind.valueOf(args[0]).open(Path.of(args[1]))) {
			while (contestant.takePart(lock)) {
				// once more
			}
		}
	}

	private boolean takePart(Contender lock) throws Exception {
		this.board.waits(this.self, true);
		lock.lock();
		long begun = System.nanoTime();
		this.board.waits(this.self, false);
		int number = this.board.begin(this.self, begun);
		boolean last = number >= this.board.holds() - 1;
		if (!last) {
			await(() -> this.board.allWaitBut(this.self));
			long micros = ThreadLocalRandom.current()
				.nextLong(this.board.shortestMicros(), this.board.longestMicros() + 1);
			Thread.sleep(micros / 1000, (int) (micros % 1000) * 1000);
		}
		this.board.end(number, System.nanoTime());
		lock.unlock();
		if (!last) {
			await(() -> this.board.taken() > number + 1);
		}
		return !last;
	}

	private static void await(BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			LockSupport.parkNanos(200_000);
		}
	}

}
