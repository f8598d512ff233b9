"""Locks files with flock(2), as any program may. Reads commands, a line each, and answers each with one line:
try MODE FILE, wait MODE FILE (MODE is exclusive or shared), unlock."""
import fcntl
import os
import sys

MODES = {"exclusive": fcntl.LOCK_EX, "shared": fcntl.LOCK_SH}
descriptor = -1
for line in sys.stdin:
    command = line.split()
    if command[0] == "unlock":
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)
        answer = "unlocked"
    else:
        descriptor = os.open(command[2], os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, MODES[command[1]] | (fcntl.LOCK_NB if command[0] == "try" else 0))
            answer = "locked"
        except BlockingIOError:
            os.close(descriptor)
            answer = "busy"
    print(answer, flush=True)
