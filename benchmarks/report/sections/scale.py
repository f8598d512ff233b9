"""Many buckets."""

from names import duration, significant, table
from spread import median


def wanted(run):
    return run.has("scale.json")


def tables(run):
    found = {m["name"]: m for m in run.measurements("scale.json")}
    turn, once = found["ONE_AFTER_THE_OTHER"], found["ALL_AT_ONCE"]
    rows = [
        [f"{turn['buckets']:,} buckets one after the other", ""],
        ["time per bucket, never locked before", duration(turn["firstNanos"])],
        ["time per bucket, the second time", duration(turn["againNanos"])],
        ["heap left behind, all together", f"{turn['heapLeftBytes']:,} bytes"],
        ["descriptors left behind", str(turn["descriptorsLeft"])],
        [f"{once['buckets']:,} buckets at once", ""],
        ["heap per lock", f"{once['heapBytesPerLock']:,.0f} bytes"],
        ["descriptors per lock", significant(once["descriptorsPerLock"])],
        ["time per acquisition", duration(once["acquireNanos"])],
        ["time per release", duration(once["releaseNanos"])],
        ["`heldLocks()`", several(once["heldLocksNanos"])],
        ["the endpoint's read", several(once["endpointNanos"])],
    ]
    return table(["", "value"], rows)


def several(nanos):
    return f"{duration(median(nanos))} ({duration(min(nanos))} – {duration(max(nanos))})"


def plots(run):
    return {}
