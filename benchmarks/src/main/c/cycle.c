/*
 * What the system calls of one acquisition and one release cost without Java.
 *
 * cycle DIRECTORY same|fewest ITERATIONS MILLISECONDS
 *
 * prints the nanoseconds per cycle in each iteration. "same" are Pimlock's calls in the steady state, to be compared
 * with `strace -f -e trace=file,desc`; "fewest" is the least with which one can do what Pimlock does.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char directory[4096], guard[4128], stamp[4128], flag[4128], record[1040];

static struct stat status;

static void check(long result) {
	if (result < 0) {
		perror("system call");
		exit(1);
	}
}

#define WANTED (STATX_TYPE | STATX_MTIME | STATX_CTIME | STATX_INO | STATX_SIZE)

static struct statx extended;

/* As the engine looks at a file. */
static int look(const char *path, int flags) {
	return statx(AT_FDCWD, path, flags, WANTED, &extended);
}

/* One line per system call, in their order. */
static void same(void) {
	int file;
	/* acquire */
	check(look(directory, AT_SYMLINK_NOFOLLOW));
	check(file = open(guard, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
	check(statx(file, "", AT_EMPTY_PATH, WANTED, &extended));
	check(flock(file, LOCK_EX | LOCK_NB));
	check(look(guard, AT_SYMLINK_NOFOLLOW));
	check(pread(file, record, sizeof record, 0));
	check(look(stamp, AT_SYMLINK_NOFOLLOW));
	check(link(stamp, flag));
	/* release */
	check(look(flag, AT_SYMLINK_NOFOLLOW));
	check(unlink(flag));
	check(look(guard, AT_SYMLINK_NOFOLLOW));
	check(flock(file, LOCK_UN));
	check(close(file));
}

static void fewest(void) {
	int file;
	/* acquire */
	check(file = open(guard, O_RDWR | O_CLOEXEC | O_NOFOLLOW));
	check(flock(file, LOCK_EX | LOCK_NB));
	check(lstat(guard, &status));
	check(pread(file, record, sizeof record, 0));
	check(link(stamp, flag));
	/* release */
	check(lstat(flag, &status));
	check(unlink(flag));
	check(flock(file, LOCK_UN));
	check(close(file));
}

static int64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static void create(const char *path, size_t size) {
	int file;
	memset(record, 'x', sizeof record);
	check(file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600));
	check(write(file, record, size));
	check(close(file));
}

static double measure(void (*cycle)(void), int64_t nanos) {
	int64_t begin = now(), passed;
	long cycles = 0;
	do {
		for (int i = 0; i < 100; i++) {
			cycle();
		}
		cycles += 100;
		passed = now() - begin;
	} while (passed < nanos);
	return (double) passed / cycles;
}

int main(int argc, char **argv) {
	if (argc != 5) {
		return 2;
	}
	void (*cycle)(void) = strcmp(argv[2], "same") == 0 ? same : fewest;
	int iterations = atoi(argv[3]);
	int64_t nanos = atoll(argv[4]) * 1000000;
	snprintf(directory, sizeof directory, "%s/c-cycle", argv[1]);
	snprintf(guard, sizeof guard, "%s/.lock.guard", directory);
	snprintf(stamp, sizeof stamp, "%s/.lock.stamp", directory);
	snprintf(flag, sizeof flag, "%s/.lock", directory);
	mkdir(directory, 0700);
	create(guard, sizeof record);
	create(stamp, 6);
	unlink(flag);
	measure(cycle, nanos);
	printf("{\"name\":\"C_%s\",\"nanosPerCycle\":[", strcmp(argv[2], "same") == 0 ? "SAME" : "FEWEST");
	for (int i = 0; i < iterations; i++) {
		printf("%s%.1f", i ? "," : "", measure(cycle, nanos));
	}
	printf("]}\n");
	return 0;
}
