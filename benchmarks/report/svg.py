"""Draws plots as SVG: a canvas, and axes that turn values into places on it."""

import math
from html import escape

INK = "#1f2933"
SOFT = "#6b7785"
GRID = "#e3e8ee"
PIMLOCK = "#0b63c5"
LIMIT = "#d9730d"
PEER = "#7b8794"
GREEN = "#178a5b"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Helvetica, Arial, sans-serif"


class Canvas:
    """Collects shapes."""

    def __init__(self, width, height, title, subtitle=""):
        self.width, self.height, self.shapes = width, height, []
        self.text(24, 34, title, size=18, weight=600)
        self.text(24, 55, subtitle, size=12.5, fill=SOFT)

    def line(self, x1, y1, x2, y2, stroke=GRID, width=1.0, opacity=1.0):
        self.shapes.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" '
            f'stroke-width="{width}" stroke-opacity="{opacity}" stroke-linecap="round"/>'
        )

    def circle(self, x, y, radius, fill, stroke="none", opacity=1.0, width=1.8):
        self.shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" fill-opacity="{opacity}" '
            f'stroke="{stroke}" stroke-width="{width}"/>'
        )

    def text(self, x, y, text, size=12.5, fill=INK, anchor="start", weight=400):
        self.shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(text)}</text>'
        )

    def svg(self):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="{escape(FONT)}">\n'
            f'<rect width="{self.width}" height="{self.height}" rx="8" fill="#ffffff"/>\n'
            + "\n".join(self.shapes)
            + "\n</svg>\n"
        )


class Axis:
    """From a value to a place, on a linear or a logarithmic scale."""

    def __init__(self, values, begin, end, log=True):
        self.begin, self.end, self.log = begin, end, log
        if log:
            self.low = math.log10(min(values)) - 0.08
            self.high = math.log10(max(values)) + 0.08
        else:
            self.low = min(0, min(values))
            self.high = max(values) * 1.06

    def place(self, value):
        value = math.log10(value) if self.log else value
        return self.begin + (self.end - self.begin) * (value - self.low) / (self.high - self.low)

    def ticks(self):
        """Pairs of a value and whether it is to be labelled."""
        if not self.log:
            step = 10 ** math.floor(math.log10((self.high - self.low) / 3))
            step = next(step * factor for factor in (1, 2, 5, 10) if (self.high - self.low) / (step * factor) <= 7)
            count = int(self.high / step + 1e-9)
            return [(index * step, True) for index in range(math.ceil(self.low / step - 1e-9), count + 1)]
        few = self.high - self.low < 2
        marks = []
        for power in range(math.floor(self.low), math.ceil(self.high) + 1):
            for factor in (1, 2, 5):
                value = factor * 10.0**power
                if self.low <= math.log10(value) <= self.high:
                    marks.append((value, factor == 1 or few))
        return marks
