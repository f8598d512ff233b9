"""What the annotation adds to a call."""

from charts import Mark, Row, ranges
from names import durations, table, times
from spread import differences, median, over_rounds, ratios
from svg import PEER, PIMLOCK

LABELS = {
    ("plainCall", "false"): "no proxy",
    ("emptyInterceptor", "false"): "empty interceptor",
    ("literalPath", "false"): "literal path, no root",
    ("expressionPath", "false"): "#{} path, no root",
    ("literalPath", "true"): "literal path, root",
    ("expressionPath", "true"): "#{} path, root",
}
EMPTY = ("emptyInterceptor", "false")


def key(result):
    return result["benchmark"].rsplit(".", 1)[1], result["params"]["root"]


def wanted(run):
    return run.has("aspect-1.json")


def values(run):
    """Time and bytes per call, by call, one value per round."""
    files = ("aspect", "aspect-root")
    found = {which: values for file in files for which, values in run.jmh(file, key).items()}
    allocated = {
        which: values for file in files for which, values in run.jmh_secondary(file, key, "gc.alloc.rate.norm").items()
    }
    return found, allocated


def tables(run):
    found, bytes_per_call = values(run)
    rows = []
    for which, label in LABELS.items():
        allocated = f"{median(bytes_per_call[which]):,.0f}" if which in bytes_per_call else ""
        row = [label, durations(over_rounds(found[which]))]
        annotated = which[0].endswith("Path")
        row.append(durations(differences(found[which], found[EMPTY])) if annotated else "")
        row.append(times(ratios(found[which], found[EMPTY])) if which != EMPTY else "")
        rows.append(row + [allocated])
    return table(["call", "time", "more than an empty interceptor", "times an empty interceptor", "bytes allocated"], rows)


def plots(run):
    found, bytes_per_call = values(run)
    rows = []
    for which, label in LABELS.items():
        annotated = which[0].endswith("Path")
        note = f"{median(bytes_per_call[which]):,.0f} bytes" if which in bytes_per_call else ""
        rows.append(Row(label, [Mark(over_rounds(found[which]), PIMLOCK if annotated else PEER, False)], note, annotated))
    subtitle = "One call, with an engine that locks nothing. Logarithmic. Median of the rounds, from the fastest round to the slowest."
    legend = [("without Pimlock", PEER, False), ("@BucketLocked", PIMLOCK, False)]
    return {"aspect": ranges("What the annotation adds to a call", subtitle, rows, legend)}
