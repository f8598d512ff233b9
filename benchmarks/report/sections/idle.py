"""What waiting costs."""

from names import LOCKS, POLLED, table


def wanted(run):
    return run.has("idle.json")


def tables(run):
    measurements = run.measurements("idle.json")
    share = {m["name"]: 100 * m["cpuSeconds"] / m["seconds"] for m in measurements}
    rows = []
    for name, value in share.items():
        label = "a JVM that waits for nothing" if name == "NO_WAIT" else POLLED.get(name, LOCKS[name])
        more = "" if name == "NO_WAIT" else f"{value - share['NO_WAIT']:+.2f} %"
        rows.append([label, f"{value:.2f} %", more])
    seconds = measurements[0]["seconds"]
    return f"Over {seconds:.0f} seconds, to 0.01 seconds:\n\n" + table(["what waits", "of one core", "more than no wait"], rows)


def plots(run):
    return {}
