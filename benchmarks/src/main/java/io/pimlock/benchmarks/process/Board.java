package io.pimlock.benchmarks.process;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/*
 * Words of eight bytes in a file that all processes map; board.h has the same for C:
 *
 *   0        how many processes take part
 *   1        how many holds there are to be
 *   2        how many holds there were
 *   3        1 while somebody is inside
 *   4        how often somebody was inside who should not have been
 *   5, 6     shortest and longest hold, microseconds
 *   8 + i    1 while process i waits
 *   64 + 3n  when the hold before n was about to end, when hold n began, who had it
 *
 * But for word 3 and the words of a process itself, only the holder of the lock writes.
 */
/**
 * The memory that the processes of a hand-over measurement share.
 */
final class Board {

	static final int MOST_PROCESSES = 56;

	private static final VarHandle WORDS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final int HOLDS = 64;

	private final ByteBuffer memory;

	private Board(ByteBuffer memory) {
		this.memory = memory;
	}

	static Board create(Path file, int processes, int holds, long shortestMicros, long longestMicros)
			throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			Board board = new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, (HOLDS + 3L * holds) * Long.BYTES));
			board.set(0, processes);
			board.set(1, holds);
			board.set(5, shortestMicros);
			board.set(6, longestMicros);
			return board;
		}
	}

	static Board open(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			return new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
		}
	}

	int holds() {
		return (int) get(1);
	}

	int taken() {
		return (int) get(2);
	}

	long violations() {
		return get(4);
	}

	long shortestMicros() {
		return get(5);
	}

	long longestMicros() {
		return get(6);
	}

	void waits(int process, boolean waits) {
		set(8 + process, waits ? 1 : 0);
	}

	boolean allWaitBut(int process) {
		for (int i = 0; i < get(0); i++) {
			if (i != process && get(8 + i) == 0) {
				return false;
			}
		}
		return true;
	}

	/** Notes the beginning of a hold and returns its number. */
	int begin(int process, long instant) {
		if (!WORDS.compareAndSet(this.memory, 3 * Long.BYTES, 0L, 1L)) {
			set(4, get(4) + 1);
		}
		int number = taken();
		if (number < holds()) {
			set(HOLDS + 3 * number + 1, instant);
			set(HOLDS + 3 * number + 2, process);
			set(2, number + 1);
		}
		return number;
	}

	/** To be called right before the lock is given back. */
	void end(int number, long instant) {
		set(3, 0);
		if (number + 1 < holds()) {
			set(HOLDS + 3 * (number + 1), instant);
		}
	}

	long releasedBefore(int number) {
		return get(HOLDS + 3 * number);
	}

	long begunAt(int number) {
		return get(HOLDS + 3 * number + 1);
	}

	int holderOf(int number) {
		return (int) get(HOLDS + 3 * number + 2);
	}

	private long get(int word) {
		return (long) WORDS.getVolatile(this.memory, word * Long.BYTES);
	}

	private void set(int word, long value) {
		WORDS.setVolatile(this.memory, word * Long.BYTES, value);
	}

}
