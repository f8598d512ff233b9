"""Reads the results of a run."""

import json
import re

from spread import median


class Measured:
    """The files of one run."""

    def __init__(self, directory):
        self.directory = directory
        self.environment = self.json("environment.json")

    def has(self, pattern):
        return any(True for _ in self.directory.glob(pattern))

    def json(self, name):
        return json.loads((self.directory / name).read_text(encoding="utf-8"))

    def measurements(self, name):
        return self.json(name)["measurements"]

    def rounds(self, prefix, suffix="json"):
        """The files of all rounds, in the order of the rounds."""
        numbered = []
        for path in self.directory.glob(f"{prefix}-*.{suffix}"):
            match = re.fullmatch(re.escape(prefix) + r"-(\d+)\." + suffix, path.name)
            if match:
                numbered.append((int(match[1]), path))
        return [path for _, path in sorted(numbered)]

    def jmh(self, prefix, key):
        """By key, one value per round: the median of the iterations."""
        values = {}
        for path in self.rounds(prefix):
            for result in json.loads(path.read_text(encoding="utf-8")):
                iterations = [value for fork in result["primaryMetric"]["rawData"] for value in fork]
                values.setdefault(key(result), []).append(median(iterations))
        return values

    def jmh_secondary(self, prefix, key, metric):
        """The same of what a profiler measured besides."""
        values = {}
        for path in self.rounds(prefix):
            for result in json.loads(path.read_text(encoding="utf-8")):
                secondary = result["secondaryMetrics"]
                name = next((name for name in secondary if name.endswith(metric)), None)
                if name:
                    values.setdefault(key(result), []).append(secondary[name]["score"])
        return values

    def c_cycles(self, place):
        """By name of the C program, one value per round."""
        values = {}
        for path in self.rounds(f"uncontended-c-{place}", "jsonl"):
            for line in path.read_text(encoding="utf-8").splitlines():
                result = json.loads(line)
                values.setdefault(result["name"], []).append(median(result["nanosPerCycle"]))
        return values


def contender(result):
    return result["params"]["contender"]
