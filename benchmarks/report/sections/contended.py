"""Threads of one JVM that take turns, and threads on many buckets."""

import re

from charts import Curve, lines
from measured import contender
from names import LOCKS, duration, significant, table, tick, times
from spread import median, over_rounds, ratios
from svg import GREEN, LIMIT, PEER, PIMLOCK

THREADS = [2, 8, 64]
ORDER = ["PIMLOCK", "REENTRANT_FAIR", "DEFAULT_REGISTRY"]
COLOURS = {"PIMLOCK": PIMLOCK, "REENTRANT_FAIR": GREEN, "DEFAULT_REGISTRY": PEER}


def wanted(run):
    return run.has("contended-*-1.json")


def kinds(run):
    """Pairs of a Java version and what the threads are."""
    found = set()
    for path in run.directory.glob("contended-*.json"):
        match = re.fullmatch(r"contended-(\d+)-(\w+)-\d+-\d+\.json", path.name)
        found.add((int(match[1]), match[2]))
    return sorted(found)


def nanos(run, java, kind, threads):
    """By lock, nanoseconds per turn, and per turn of another thread, one value per round."""
    file = f"contended-{java}-{kind}-{threads}"
    turns, handed = run.jmh(file, contender), run.jmh_secondary(file, contender, "handOvers")
    # JMH counts a few of the turns before and after an iteration; and there may be none
    handed = {lock: [max(min(pair), 1) for pair in zip(handed[lock], turns[lock])] for lock in turns}
    return tuple({lock: [1e9 / rate for rate in rates[lock]] for lock in rates} for rates in (turns, handed))


def tables(run):
    rows = []
    for java, kind in kinds(run):
        for threads in THREADS:
            turns, handed = nanos(run, java, kind, threads)
            rows.append(
                [f"Java {java}, {threads} {kind} threads"]
                + [cell(turns[lock], handed[lock]) for lock in ORDER]
                + [times(ratios(handed["PIMLOCK"], handed[other])) for other in ORDER[1:]]
            )
    head = ["who takes turns"] + [LOCKS[lock] for lock in ORDER]
    head += ["hand-over, Pimlock times fair", "hand-over, Pimlock times DefaultLockRegistry"]
    text = "Time per turn, and how many of the turns went to another thread than the one before:\n\n" + table(head, rows)
    return text + "\n\nHolds per second on many buckets, chosen at random:\n\n" + buckets_table(run)


def cell(turns, handed):
    share = 100 * median(turns) / median(handed)
    return f"{duration(median(turns))}, {significant(share, 2)} %"


def buckets(run, threads):
    return run.jmh(f"buckets-{threads}", lambda result: int(result["params"]["buckets"]))


def buckets_table(run):
    one = buckets(run, 1)
    rows = []
    for threads in (1, 2, 8):
        found = buckets(run, threads)
        cells = [f"{threads} threads" if threads > 1 else "1 thread"]
        for count in sorted(found):
            ratio = "" if threads == 1 else f", × {times(ratios(found[count], one[count]))}"
            cells.append(significant(over_rounds(found[count]).middle) + ratio)
        rows.append(cells)
    return table(["", *(f"{count:,} buckets" if count > 1 else "1 bucket" for count in sorted(one))], rows)


def plots(run):
    panels = []
    for java, kind in kinds(run):
        found = [nanos(run, java, kind, threads)[1] for threads in THREADS]
        curves = [Curve(LOCKS[lock], [over_rounds(at[lock]) for at in found], COLOURS[lock]) for lock in ORDER]
        panels.append((f"Java {java}, {kind} threads", curves))
    subtitle = "Time per hand-over to another thread, logarithmic. Median of the rounds, from the fastest round to the slowest."
    turns = lines("Hand-over inside one JVM", subtitle, panels, [str(count) for count in THREADS], "threads", tick)
    return {"contended": turns, "buckets": buckets_plot(run)}


def buckets_plot(run):
    curves = []
    for threads, colour in ((1, PIMLOCK), (2, GREEN), (8, LIMIT)):
        found = buckets(run, threads)
        spreads = [over_rounds(found[count]) for count in sorted(found)]
        curves.append(Curve(f"{threads} threads" if threads > 1 else "1 thread", spreads, colour))
    counts = [f"{count:,}" for count in sorted(buckets(run, 1))]
    subtitle = "Holds per second, each on a bucket chosen at random. Slowest, median and fastest round."
    panels = [(f"Java {run.environment['java']}, {run.environment['cores']} cores", curves)]
    return lines("Throughput on many buckets", subtitle, panels, counts, "buckets", lambda value: f"{value:,.0f}", log=False, width=720)
