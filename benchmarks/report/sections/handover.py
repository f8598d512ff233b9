"""Hand-over between processes."""

from charts import Strip, strips
from names import LOCKS, POLLED, duration, table, times
from spread import median, quantile, ratio_of_medians
from svg import LIMIT, PEER, PIMLOCK


def wanted(run):
    return run.has("handover.json")


def label(measurement):
    name = measurement["name"]
    text = POLLED.get(name, LOCKS[name])
    return f"{text}, {measurement['place']}" if name == "PIMLOCK" else text


def waiting(run):
    """By number of waiting processes, the measurements."""
    groups = {}
    for measurement in run.measurements("handover.json"):
        groups.setdefault(measurement["waiting"], []).append(measurement)
    return groups


def heading(count):
    return "one process waits" if count == 1 else f"{count} processes wait"


def tables(run):
    text = []
    for count, group in waiting(run).items():
        by_name = {}
        for measurement in group:
            by_name.setdefault(measurement["name"], measurement["nanos"])
        rows = []
        for measurement in group:
            nanos = measurement["nanos"]
            row = [label(measurement), duration(median(nanos)), duration(quantile(nanos, 0.99)), duration(max(nanos))]
            for other in ("FLOCK_C", "PIMLOCK"):
                same = other not in by_name or nanos is by_name[other]
                row.append("" if same else times(ratio_of_medians(nanos, by_name[other])))
            rows.append(row)
        head = ["lock", "median", "99 %", "longest", "median, times flock in C", "median, times Pimlock"]
        title = f"{heading(count)}, {len(group[0]['nanos'])} hand-overs each:"
        text.append(title[0].upper() + title[1:] + "\n\n" + table(head, rows))
    return "\n\n".join(text)


def colour(name):
    return {"PIMLOCK": PIMLOCK, "FLOCK_C": LIMIT}.get(name, PEER)


def plots(run):
    panels = [
        (heading(count), [Strip(label(m), m["nanos"], colour(m["name"]), m["name"] == "PIMLOCK") for m in group])
        for count, group in waiting(run).items()
    ]
    subtitle = "From the moment before the release in one process to the acquisition in another. Logarithmic."
    return {"handover": strips("Hand-over between processes", subtitle, panels)}
