/*
 * The limit of a hand-over between processes: flock(2) that blocks. Does what HandOverContestant.java does.
 *
 * handover LOCK_FILE BOARD NUMBER
 */
#include "board.h"

#include <sys/file.h>

static int all_wait_but(word *board, int self) {
	for (int i = 0; i < board[PROCESSES]; i++) {
		if (i != self && !board[WAITS + i]) {
			return 0;
		}
	}
	return 1;
}

static int take_part(word *board, int lock, int self) {
	board[WAITS + self] = 1;
	if (flock(lock, LOCK_EX) < 0) {
		fail("flock");
	}
	int64_t begun = now();
	board[WAITS + self] = 0;
	int64_t outside = 0;
	if (!atomic_compare_exchange_strong(&board[INSIDE], &outside, 1)) {
		board[VIOLATIONS]++;
	}
	int64_t number = board[TAKEN];
	if (number < board[HOLDS]) {
		board[RECORDS + 3 * number + 1] = begun;
		board[RECORDS + 3 * number + 2] = self;
		board[TAKEN] = number + 1;
	}
	int last = number >= board[HOLDS] - 1;
	if (!last) {
		while (!all_wait_but(board, self)) {
			pause_micros(200);
		}
		pause_micros(board[SHORTEST] + random() % (board[LONGEST] - board[SHORTEST] + 1));
	}
	board[INSIDE] = 0;
	if (number + 1 < board[HOLDS]) {
		board[RECORDS + 3 * (number + 1)] = now();
	}
	if (flock(lock, LOCK_UN) < 0) {
		fail("flock");
	}
	while (!last && board[TAKEN] <= number + 1) {
		pause_micros(200);
	}
	return !last;
}

int main(int argc, char **argv) {
	if (argc != 4) {
		return 2;
	}
	alarm(600);
	srandom(getpid());
	int lock = open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (lock < 0) {
		fail(argv[1]);
	}
	word *board = open_board(argv[2]);
	while (take_part(board, lock, atoi(argv[3]))) {
	}
	return 0;
}
