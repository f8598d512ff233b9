"""What the starter adds to the start."""

from charts import Strip, strips
from names import durations, table, times
from spread import Spread, median, quantile, ratio_of_medians, resampled
from svg import PEER, PIMLOCK

LABELS = {
    "BOOT": "spring-boot-starter",
    "BOOT_ASPECTJ": "and spring-boot-starter-aspectj",
    "BOOT_PROXY": "and any other advice on the bean",
    "PIMLOCK": "and Pimlock",
    "PIMLOCK_ROOT": "and Pimlock with a root",
}


def wanted(run):
    return run.has("startup-*.json")


def versions(run):
    return sorted(run.directory.glob("startup-*.json"), key=lambda path: int(path.stem.split("-")[1]))


def added(nanos, other):
    """The median of what was added, round by round: both of a round were started one after the other."""
    return resampled(median, [one - two for one, two in zip(nanos, other)])


def tables(run):
    text = []
    for path in versions(run):
        found = {m["name"]: m["nanos"] for m in run.measurements(path.name)}
        rows = []
        for name, nanos in found.items():
            row = [LABELS[name], durations(Spread(median(nanos), quantile(nanos, 0.25), quantile(nanos, 0.75)))]
            for other in ("BOOT", "BOOT_ASPECTJ", "BOOT_PROXY"):
                before = list(found).index(other) < list(found).index(name)
                row.append(durations(added(nanos, found[other])) if before else "")
            row.append(times(ratio_of_medians(nanos, found["BOOT"])) if name != "BOOT" else "")
            rows.append(row)
        head = ["application", "start (quartiles)", "more than Boot alone", "more than Boot with AspectJ", "more than with other advice", "times Boot alone"]
        text.append(f"Java {path.stem.split('-')[1]}, {len(found['BOOT'])} starts each:\n\n" + table(head, rows))
    return "\n\n".join(text)


def plots(run):
    panels = []
    for path in versions(run):
        measurements = run.measurements(path.name)
        rows = [Strip(LABELS[m["name"]], m["nanos"], PIMLOCK if "PIMLOCK" in m["name"] else PEER, "PIMLOCK" in m["name"]) for m in measurements]
        panels.append((f"Java {path.stem.split('-')[1]}", rows))
    subtitle = "From the start of the JVM to the started application context. From zero."
    return {"startup": strips("Start of an application", subtitle, panels, log=False)}
