"""Acquire and release without contention."""

from charts import Mark, Row, ranges
from measured import contender
from names import LOCKS, durations, significant, table, times
from spread import over_rounds, ratios
from svg import GREEN, LIMIT, PEER, PIMLOCK

ORDER = ["C_FEWEST", "C_SAME", "PIMLOCK", "NEWER", "FILE_CHANNEL", "RESOLVER", "LUCENE", "JDBC_FILE"]
INSIDE = ["JDBC_MEMORY", "DEFAULT_REGISTRY", "REENTRANT"]


def wanted(run):
    return run.has("uncontended-disk-*.json")


def values(run, place):
    """By lock, one value per round."""
    found = run.c_cycles(place) | run.jmh(f"uncontended-{place}", contender)
    newer = run.jmh(f"uncontended-newer-{place}", contender)
    database = run.jmh("uncontended-database", contender) if place == "disk" else {}
    return found | database | ({"NEWER": newer["PIMLOCK"]} if newer else {})


def label(run, lock):
    if lock in ("PIMLOCK", "NEWER"):
        java = run.environment["java" if lock == "PIMLOCK" else "newerJava"]
        return f"Pimlock, Java {java}"
    return LOCKS[lock]


def tables(run):
    text = []
    places = {place: values(run, place) for place in ("disk", "memory")}
    for place, found in places.items():
        rows = [row(run, lock, found, found) for lock in ORDER if lock in found]
        text.append(f"On {run.environment[place]}:\n\n" + table(head(), rows))
    inside = run.jmh("uncontended-none", contender)
    rows = [
        [LOCKS[lock], durations(over_rounds(inside[lock])), times(ratios(places["memory"]["PIMLOCK"], inside[lock]))]
        for lock in INSIDE
        if lock in inside
    ]
    last = f"Pimlock on {run.environment['memory']}, times this"
    text.append("Without files:\n\n" + table(["lock", "time", last], rows))
    return "\n\n".join(text)


def head():
    return ["lock", "time", "times C, same calls", "times C, fewest calls", "times Pimlock"]


def row(run, lock, found, others):
    def ratio(other):
        return times(ratios(found[lock], others[other])) if other in others and other != lock else ""

    return [label(run, lock), durations(over_rounds(found[lock])), ratio("C_SAME"), ratio("C_FEWEST"), ratio("PIMLOCK")]


def colour(lock):
    return {"C_SAME": LIMIT, "C_FEWEST": LIMIT, "PIMLOCK": PIMLOCK, "NEWER": PIMLOCK}.get(lock, PEER)


def plots(run):
    disk, memory = values(run, "disk"), values(run, "memory")
    inside = run.jmh("uncontended-none", contender)
    rows = []
    for lock in ORDER:
        if lock in disk:
            places = [found for found in (disk, memory) if lock in found]
            marks = [Mark(over_rounds(found[lock]), colour(lock), found is memory) for found in places]
            rows.append(Row(label(run, lock), marks, note(lock, disk, memory), "Pimlock" in label(run, lock)))
    for lock in INSIDE:
        rows.append(Row(LOCKS[lock], [Mark(over_rounds(inside[lock]), GREEN, False)], "", False))
    legend = [
        (f"files on {run.environment['disk']}", PEER, False),
        (f"files on {run.environment['memory']}", PEER, True),
        ("no files", GREEN, False),
    ]
    rounds = len(next(iter(disk.values())))
    subtitle = f"Logarithmic. Median of {rounds} rounds, from the fastest to the slowest."
    subtitle += f" Right: times the same calls in C, {run.environment['disk']} / {run.environment['memory']}."
    return {"uncontended": ranges("Acquire and release, nobody else wants it", subtitle, rows, legend)}


def note(lock, disk, memory):
    if "C_SAME" not in disk or lock == "C_SAME":
        return ""
    parts = [ratios(found[lock], found["C_SAME"]).middle for found in (disk, memory) if lock in found]
    return "× " + " / ".join(significant(part, 2) for part in parts)
