"""A program of another kind that locks a bucket by the original protocol: <bucket>/.lock,
created with O_CREAT|O_EXCL, holding "<pid>\\n"; a dead holder's or malformed file is removed.

Usage: original_peer.py increment BUCKET TIMES   adds to BUCKET/counter.txt under the lock, TIMES times
       original_peer.py hold BUCKET              takes the lock, says so, holds it until stdin ends
"""
import os
import sys
import time

PAUSE = 0.001


def read_pid(lock):
    """The pid in the file, None if there is no file, 0 if it is malformed."""
    try:
        with open(lock, encoding="utf-8") as file:
            return int(file.read().strip())
    except FileNotFoundError:
        return None
    except ValueError:
        return 0


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def reclaim_if_stale(lock):
    pid = read_pid(lock)
    if pid is None or (pid > 0 and alive(pid)):
        return
    if pid == 0:
        # unlike the original, give a creator time to write: two programs of the original
        # protocol take each other's empty file for stale otherwise
        time.sleep(0.3)
    if read_pid(lock) == pid:
        os.unlink(lock)


def acquire(lock):
    while True:
        reclaim_if_stale(lock)
        try:
            fd = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            time.sleep(PAUSE)
            continue
        os.write(fd, b"%d\n" % os.getpid())
        os.close(fd)
        return


def release(lock):
    if read_pid(lock) == os.getpid():
        os.unlink(lock)


def increment(bucket, times):
    lock = os.path.join(bucket, ".lock")
    marker = os.path.join(bucket, "inside")
    counter = os.path.join(bucket, "counter.txt")
    overlaps = 0
    for _ in range(times):
        acquire(lock)
        try:
            os.mkdir(marker)
        except FileExistsError:
            overlaps += 1
        with open(counter, encoding="ascii") as file:
            value = int(file.read())
        with open(counter, "w", encoding="ascii") as file:
            file.write(str(value + 1))
        try:
            os.rmdir(marker)
        except FileNotFoundError:
            overlaps += 1
        release(lock)
    print("overlaps", overlaps, flush=True)


def hold(bucket):
    lock = os.path.join(bucket, ".lock")
    acquire(lock)
    print("held", flush=True)
    sys.stdin.read()
    release(lock)


if __name__ == "__main__":
    if sys.argv[1] == "increment":
        increment(sys.argv[2], int(sys.argv[3]))
    else:
        hold(sys.argv[2])
