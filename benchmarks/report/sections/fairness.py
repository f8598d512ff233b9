"""Fairness between processes and threads."""

from names import duration, significant, table


def wanted(run):
    return run.has("fairness.json")


def tables(run):
    rows = []
    for m in run.measurements("fairness.json"):
        processes, threads = m["perProcess"], m["perThread"]
        rows.append(
            [
                duration(m["holdMicros"] * 1000) if m["holdMicros"] else "none",
                f"{sum(processes):,}",
                duration(m["meanNanos"]),
                duration(m["p99Nanos"]),
                duration(m["longestNanos"]),
                significant(m["longestNanos"] / m["meanNanos"]),
                significant(max(processes) / max(min(processes), 1)),
                significant(max(threads) / max(min(threads), 1)),
            ]
        )
    head = ["work under the lock", "holds", "mean wait", "99 %", "longest wait", "longest / mean", "busiest / least busy process", "busiest / least busy thread"]
    seconds = run.measurements("fairness.json")[0]["millis"] / 1000
    return f"Over {seconds:.0f} seconds:\n\n" + table(head, rows)


def plots(run):
    return {}
