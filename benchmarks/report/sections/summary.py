"""What was aimed at, and whether it was reached."""

from names import duration, plain, significant, table
from sections import aspect, contended, handover, startup, uncontended
from spread import differences, median, quantile, ratios


def wanted(run):
    return True


def tables(run):
    rows = []
    for part in (between_nobody, between_processes, alone, inside, annotated, many, started):
        rows += part(run)
    return table(["what", "goal", "measured", "reached"], rows)


def plots(run):
    return {}


def at_most(what, value, goal, name=significant):
    return [what, f"at most {plain(name(goal))}", name(value), "yes" if value <= goal else "**no**"]


def at_least(what, value, goal, name=significant):
    return [what, f"at least {plain(name(goal))}", name(value), "yes" if value >= goal else "**no**"]


def percent(value):
    return f"{significant(value)} %"


def count(value):
    return f"{value:,.0f} bytes"


def between_nobody(run):
    rows = []
    for place in ("disk", "memory") if uncontended.wanted(run) else ():
        found, where = uncontended.values(run, place), run.environment[place]
        for lock in ("PIMLOCK", "NEWER"):
            if lock in found and "C_SAME" in found:
                label = f"{uncontended.label(run, lock)}, acquire and release, times the same calls in C, {where}"
                rows.append(at_most(label, ratios(found[lock], found["C_SAME"]).middle, 1.3))
        for other, label in (("LUCENE", "Lucene"), ("JDBC_FILE", "JdbcLockRegistry")):
            if other in found:
                rows.append(at_least(f"{label}, acquire and release, times Pimlock, {where}", ratios(found[other], found["PIMLOCK"]).middle, 2))
    return rows


def between_processes(run):
    rows = []
    for waiting, group in (handover.waiting(run) if handover.wanted(run) else {}).items():
        for found in group:
            if found["name"] == "PIMLOCK":
                nanos, where = found["nanos"], f"{handover.heading(waiting)}, {found['place']}"
                rows.append(at_most(f"hand-over, {where}: median", median(nanos), 0.3e6, duration))
                rows.append(at_most(f"hand-over, {where}: 99 %", quantile(nanos, 0.99), 1.5e6, duration))
                rows.append(at_most(f"hand-over, {where}: longest", max(nanos), 200e6, duration))
    return rows


def alone(run):
    rows = []
    if run.has("death.json"):
        found = {m["name"]: m["nanos"] for m in run.measurements("death.json")}
        rows.append(at_most("killed holder noticed, median", median(found["PIMLOCK"]), 5e6, duration))
    if run.has("idle.json"):
        found = {m["name"]: 100 * m["cpuSeconds"] / m["seconds"] for m in run.measurements("idle.json")}
        rows.append(at_most("a JVM that waits, of one core", found["PIMLOCK"], 1.0, percent))
    for m in run.measurements("fairness.json") if run.has("fairness.json") else ():
        work = f"{duration(m['holdMicros'] * 1000)} of work" if m["holdMicros"] else "no work"
        rows.append(at_most(f"fairness, {work}: longest wait, times the mean", m["longestNanos"] / m["meanNanos"], 50))
        most, least = max(m["perProcess"]), max(min(m["perProcess"]), 1)
        rows.append(at_most(f"fairness, {work}: busiest process, times the least busy", most / least, 2))
    return rows


def inside(run):
    rows = []
    for java, kind in contended.kinds(run) if contended.wanted(run) else ():
        for threads in contended.THREADS:
            handed = contended.nanos(run, java, kind, threads)[1]
            label = f"hand-over in one JVM, Java {java}, {threads} {kind} threads, times a fair ReentrantLock"
            rows.append(at_most(label, ratios(handed["PIMLOCK"], handed["REENTRANT_FAIR"]).middle, 2))
    return rows


def annotated(run):
    if not aspect.wanted(run):
        return []
    found, _ = aspect.values(run)
    return [
        at_most(f"annotation, {label}, more than an empty interceptor", differences(found[which], found[aspect.EMPTY]).middle, 1e3, duration)
        for which, label in aspect.LABELS.items()
        if which[0].endswith("Path")
    ]


def many(run):
    if not run.has("scale.json"):
        return []
    found = {m["name"]: m for m in run.measurements("scale.json")}
    turn, once = found["ONE_AFTER_THE_OTHER"], found["ALL_AT_ONCE"]
    # a byte per bucket is what the JVM itself does meanwhile
    return [
        at_most(f"heap left by {turn['buckets']:,} buckets", turn["heapLeftBytes"], turn["buckets"], count),
        at_most("heap per held lock", once["heapBytesPerLock"], 1024, count),
        at_most("descriptors per held lock", once["descriptorsPerLock"], 1),
    ]


def started(run):
    rows = []
    for path in startup.versions(run):
        found = {m["name"]: m["nanos"] for m in run.measurements(path.name)}
        for other, label in (("BOOT", "Boot alone"), ("BOOT_ASPECTJ", "Boot with AspectJ"), ("BOOT_PROXY", "Boot with other advice on the bean")):
            added = startup.added(found["PIMLOCK"], found[other]).middle
            rows.append(at_most(f"start, Java {path.stem.split('-')[1]}, more than {label}", added, 30e6, duration))
    return rows
