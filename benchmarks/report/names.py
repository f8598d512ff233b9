"""What readers see of names, times and numbers."""

import re

LOCKS = {
    "PIMLOCK": "Pimlock",
    "LUCENE": "Lucene NativeFSLockFactory",
    "RESOLVER": "Maven resolver FileLockNamedLockFactory",
    "FILE_CHANNEL": "FileChannel open, tryLock, close",
    "JDBC_MEMORY": "JdbcLockRegistry, H2 in memory",
    "JDBC_FILE": "JdbcLockRegistry, H2 on a file",
    "JDBC_SERVER": "JdbcLockRegistry, H2 as a server",
    "DEFAULT_REGISTRY": "DefaultLockRegistry",
    "REENTRANT": "ReentrantLock",
    "REENTRANT_FAIR": "ReentrantLock, fair",
    "C_SAME": "C, the same system calls",
    "C_FEWEST": "C, the fewest system calls",
    "FLOCK_C": "C, flock that blocks",
}

POLLED = {"FILE_CHANNEL": "FileChannel, 50 ms poll", "LUCENE": "Lucene NativeFSLockFactory, 50 ms poll"}


def significant(value, digits=3):
    """A number with that many digits that mean something, but all digits before the point."""
    if value == 0:
        return "0"
    magnitude = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    if magnitude == 0:
        text = f"{value:.{digits}g}"
        return f"{float(text):f}".rstrip("0") if "e" in text else text
    return f"{value:,.{max(digits - magnitude, 0)}f}"


def duration(nanos):
    """A time in the unit that suits it."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if abs(nanos) >= size * 0.9995:
            return f"{significant(nanos / size)} {unit}"
    return f"{significant(nanos)} ns"


def plain(text):
    """A number, with or without a unit, without the zeros after the point that mean nothing."""
    return re.sub(r"\.?0+(?=$| )", "", text) if "." in text else text


def tick(nanos):
    """A time on an axis."""
    return plain(duration(nanos)) if nanos else "0"


def times(spread):
    """A ratio with its spread."""
    return f"{significant(spread.middle)} ({significant(spread.low)} – {significant(spread.high)})"


def durations(spread):
    """A time with its spread."""
    return f"{duration(spread.middle)} ({duration(spread.low)} – {duration(spread.high)})"


def table(head, rows):
    """A table in Markdown: first column to the left, others to the right."""
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)
