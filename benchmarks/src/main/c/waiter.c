/*
 * Waits for a kernel lock in flock(2) when its standard input says so. Speaks like LockClient.java.
 *
 * waiter LOCK_FILE
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
	char line[64];
	struct timespec time;
	alarm(600);
	int lock = argc == 2 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
	if (lock < 0) {
		perror("open");
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof line, stdin)) {
		if (strcmp(line, "lock\n") == 0) {
			puts("locking");
			if (flock(lock, LOCK_EX) < 0) {
				perror("flock");
				return 1;
			}
			clock_gettime(CLOCK_MONOTONIC, &time);
			printf("%lld\n", (long long) time.tv_sec * 1000000000 + time.tv_nsec);
		} else {
			flock(lock, LOCK_UN);
			puts("unlocked");
		}
	}
	return 0;
}
