#!/usr/bin/env python3
"""Makes plots and tables from the results of a run.

report.py RESULTS TEMPLATE DIRECTORY

writes DIRECTORY/performance/*.svg, and DIRECTORY/performance.md: the template with what stands between
"<!-- part -->" and "<!-- /part -->" replaced. Parts without results are left as they are.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

from measured import Measured

PARTS = ["summary", "uncontended", "handover", "death", "idle", "fairness", "contended", "aspect", "scale", "startup"]


def machine(run):
    facts = run.environment
    java = " and ".join(filter(None, [facts["java"], facts["newerJava"]]))
    text = f"{facts['date']}: {facts['processor']}, {facts['cores']} cores, {facts['kernel']}, Java {java}, {facts['disk']} and {facts['memory']}. "
    text += f"Load average at the start: {facts['load']:.2f}."
    if not facts["complete"]:
        text += " **Parts of it were measured at different times, and compare badly.**"
    if facts["mode"] != "full":
        text += " **A quick run, to try the benchmarks out. The figures mean little.**"
    return text


def between_markers(text, part, content):
    pattern = re.compile(rf"(<!-- {part} -->\n).*?(<!-- /{part} -->)", re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"The template has no place for {part}")
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n\n{match[2]}", text)


def main():
    results, template, directory = (Path(argument) for argument in sys.argv[1:])
    run = Measured(results)
    text = between_markers(template.read_text(encoding="utf-8"), "machine", machine(run))
    plots = directory / "performance"
    plots.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        section = import_module(f"sections.{part}")
        if not section.wanted(run):
            print(f"No results of {part}")
            continue
        images = section.plots(run)
        for name, image in images.items():
            (plots / f"{name}.svg").write_text(image, encoding="utf-8")
        content = "\n\n".join([f"![{name}](performance/{name}.svg)" for name in images] + [section.tables(run)])
        text = between_markers(text, part, content)
    (directory / "performance.md").write_text(text, encoding="utf-8")
    print(f"Wrote {directory / 'performance.md'}")


if __name__ == "__main__":
    main()
