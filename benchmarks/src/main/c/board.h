/*
 * The memory that the processes of a hand-over measurement share; Board.java says what is in it.
 */
#ifndef BOARD_H
#define BOARD_H

#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES = 0, HOLDS = 1, TAKEN = 2, INSIDE = 3, VIOLATIONS = 4, SHORTEST = 5, LONGEST = 6, WAITS = 8, RECORDS = 64 };

typedef _Atomic int64_t word;

static inline void fail(const char *what) {
	perror(what);
	exit(1);
}

static inline int64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline void pause_micros(int64_t micros) {
	struct timespec time = { micros / 1000000, micros % 1000000 * 1000 };
	nanosleep(&time, NULL);
}

static inline word *open_board(const char *path) {
	struct stat status;
	int file = open(path, O_RDWR);
	if (file < 0 || fstat(file, &status) < 0) {
		fail(path);
	}
	void *memory = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (memory == MAP_FAILED) {
		fail("mmap");
	}
	return memory;
}

#endif
