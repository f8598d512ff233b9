"""A holder that is killed."""

from charts import Strip, strips
from names import duration, table, times
from spread import median, quantile, ratio_of_medians
from svg import LIMIT, PIMLOCK

LABELS = {"PIMLOCK": "Pimlock waits", "FLOCK_C": "C waits in flock"}


def wanted(run):
    return run.has("death.json")


def tables(run):
    found = {m["name"]: m["nanos"] for m in run.measurements("death.json")}
    rows = []
    for name, nanos in found.items():
        ratio = times(ratio_of_medians(nanos, found["FLOCK_C"])) if name != "FLOCK_C" and "FLOCK_C" in found else ""
        rows.append([LABELS[name], duration(median(nanos)), duration(quantile(nanos, 0.99)), duration(max(nanos)), ratio])
    return table(["who waits", "median", "99 %", "longest", "median, times flock in C"], rows)


def plots(run):
    colours = {"PIMLOCK": PIMLOCK, "FLOCK_C": LIMIT}
    rows = [Strip(LABELS[m["name"]], m["nanos"], colours[m["name"]], m["name"] == "PIMLOCK") for m in run.measurements("death.json")]
    subtitle = "From the moment before the holder, a JVM, gets SIGKILL to the acquisition by the process that waits. Logarithmic."
    return {"death": strips("A killed holder", subtitle, [("", rows)])}
