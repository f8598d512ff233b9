"""A worker of another kind: locks buckets by the original protocol alone, <bucket>/.lock created with
O_CREAT|O_EXCL and holding "<pid>\\n"; a dead holder's or malformed file is removed by whoever waits for it.

Arguments: DIRECTORY WORKER INCARNATION SEED BUCKETS WORK_MICROS WAIT_MILLIS POLL_MILLIS THREADS
Ends when its standard input ends; "finish" there makes it stop locking and wait for that end.
"""
import os
import platform
import random
import sys
import threading
import time

DIRECTORY, WORKER, INCARNATION = sys.argv[1], sys.argv[2], sys.argv[3]
BUCKETS, WORK, WAIT, POLL = int(sys.argv[5]), int(sys.argv[6]) / 1e6, int(sys.argv[7]) / 1e3, int(sys.argv[8]) / 1e3
PID = os.getpid()

dice = random.Random(int(sys.argv[4]))
finishing = threading.Event()
journal = os.open(os.path.join(DIRECTORY, "journal.txt"), os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)


def write(event, bucket="-", number=-1, wait=-1, text="-"):
    line = "\n%s %s %s 0 %d %d %s %d %d %s .\n" % (
        event, WORKER, INCARNATION, PID, time.monotonic_ns(), bucket, number, wait, text)
    os.write(journal, line.encode("ascii", "replace"))


def watch_input():
    for line in sys.stdin:
        if line.strip() == "finish":
            finishing.set()
    os._exit(0)


def stat(pid):
    """State, flags and start ticks of a process, None if there is none."""
    try:
        with open("/proc/%d/stat" % pid, encoding="latin-1") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return fields[0], int(fields[6]), fields[19]


def runs(owner):
    """Whether the process that a marker names is still running: the same rules as in the referee's language."""
    _, pid, ticks = owner.split(":")
    found = stat(int(pid))
    return found is not None and found[2] == ticks and found[0] not in "ZXx" and not found[1] & 4


ME = "%s.%s.0:%d:%s" % (WORKER, INCARNATION, PID, stat(PID)[2])


def mark(bucket):
    """Puts this worker's marker; the marker of a process that does not run any more is removed."""
    marker = os.path.join(DIRECTORY, "markers", bucket)
    while True:
        try:
            os.symlink(ME, marker)
            return True
        except FileExistsError:
            pass
        try:
            owner = os.readlink(marker)
            if runs(owner):
                write("overlap", bucket, text=owner)
                return False
            os.unlink(marker)
        except FileNotFoundError:
            write("overlap", bucket, text="somebody-who-left")


def unmark(bucket):
    marker = os.path.join(DIRECTORY, "markers", bucket)
    try:
        owner = os.readlink(marker)
        if owner == ME:
            os.unlink(marker)
            return
    except FileNotFoundError:
        owner = "somebody-who-left"
    write("overlap", bucket, text=owner)


def read_pid(lock):
    """The pid in the file, None if there is no file, 0 if it is malformed."""
    try:
        with open(lock, encoding="utf-8") as file:
            return max(int(file.read().strip()), 0)
    except FileNotFoundError:
        return None
    except ValueError:
        return 0


def alive(pid):
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def reclaim_if_stale(lock):
    pid = read_pid(lock)
    if pid is None or (pid > 0 and alive(pid)):
        return
    if read_pid(lock) == pid:
        try:
            os.unlink(lock)
        except FileNotFoundError:
            pass


def acquire(lock, deadline):
    while True:
        reclaim_if_stale(lock)
        try:
            fd = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL * dice.uniform(0.2, 1))
            continue
        os.write(fd, b"%d\n" % PID)
        os.close(fd)
        return True


def release(lock, bucket):
    if read_pid(lock) == PID:
        os.unlink(lock)
    else:
        write("lost", bucket)


def work():
    if dice.random() < 0.5:
        time.sleep(WORK * dice.random())


def once():
    bucket = "bucket-%d" % dice.randrange(BUCKETS)
    lock = os.path.join(DIRECTORY, "buckets", bucket, ".lock")
    patient = dice.random() < 0.9
    begin = time.monotonic_ns()
    if not acquire(lock, time.monotonic() + (WAIT if patient else 0)):
        write("busy", bucket, wait=time.monotonic_ns() - begin, text="timeout" if patient else "try")
        return
    write("enter", bucket, wait=time.monotonic_ns() - begin)
    marked = mark(bucket)
    work()
    if marked:
        unmark(bucket)
    write("exit", bucket)
    release(lock, bucket)


threading.Thread(target=watch_input, daemon=True).start()
write("ready", number=len(os.listdir("/proc/self/fd")) - 1, text="Python-" + platform.python_version())
while not finishing.is_set():
    try:
        once()
    except Exception as problem:
        write("trouble", text=repr(problem).replace(" ", "_").replace("\n", "_"))
        time.sleep(0.1)
    time.sleep(WORK * dice.random())
write("finished")
while True:
    time.sleep(60)
