"""The kinds of plots: ranges and strips in rows, lines in panels."""

import random
from collections import namedtuple

from names import duration, tick
from spread import median, quantile
from svg import GRID, INK, SOFT, Axis, Canvas

Mark = namedtuple("Mark", "spread colour hollow")
Row = namedtuple("Row", "label marks note bold")
Strip = namedtuple("Strip", "label values colour bold")
Curve = namedtuple("Curve", "label spreads colour")

LABELS = 300
TOP = 88
ROW = 34


def _frame(canvas, axis, top, bottom):
    for value, labelled in axis.ticks():
        x = axis.place(value)
        canvas.line(x, top, x, bottom, width=1.2 if labelled else 0.6)
        if labelled:
            canvas.text(x, bottom + 18, tick(value), size=11.5, fill=SOFT, anchor="middle")


def _legend(canvas, entries, x, y):
    for label, colour, hollow in entries:
        canvas.circle(x, y - 4, 5, "#ffffff" if hollow else colour, stroke=colour)
        canvas.text(x + 11, y, label, size=12, fill=SOFT)
        x += 34 + 6.6 * len(label)


def ranges(title, subtitle, rows, legend, log=True, width=960, notes=130):
    """Rows of marks, each with a whisker from the smallest to the largest value."""
    bottom = TOP + ROW * len(rows) + 6
    canvas = Canvas(width, bottom + 62, title, subtitle)
    values = [value for row in rows for mark in row.marks for value in mark.spread]
    axis = Axis(values, LABELS + 10, width - notes - 20, log)
    _frame(canvas, axis, TOP - 8, bottom)
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        canvas.text(LABELS - 8, y + 4, row.label, anchor="end", weight=600 if row.bold else 400)
        canvas.text(width - notes, y + 4, row.note, size=11.5, fill=SOFT)
        for index, mark in enumerate(row.marks):
            shift = y + (index - (len(row.marks) - 1) / 2) * 11
            canvas.line(axis.place(mark.spread.low), shift, axis.place(mark.spread.high), shift, mark.colour, 2.4, opacity=0.55)
            canvas.circle(axis.place(mark.spread.middle), shift, 5, "#ffffff" if mark.hollow else mark.colour, mark.colour)
    _legend(canvas, legend, LABELS + 16, bottom + 44)
    return canvas.svg()


def strips(title, subtitle, panels, log=True, width=960):
    """Rows of all values, with marks at the median and where 99 % lie below."""
    height = sum(ROW * len(rows) + 26 for _, rows in panels)
    canvas = Canvas(width, TOP + height + 58, title, subtitle)
    axis = Axis([value for _, rows in panels for row in rows for value in row.values], LABELS + 10, width - 150, log)
    _frame(canvas, axis, TOP - 6, TOP + height)
    top, chance = TOP, random.Random(1)
    many = all(len(row.values) >= 100 for _, rows in panels for row in rows)
    for heading, rows in panels:
        canvas.text(24, top + 12, heading, size=12.5, weight=600, fill=SOFT)
        top += 22
        for row in rows:
            y = top + ROW / 2
            canvas.text(LABELS - 8, y + 4, row.label, anchor="end", weight=600 if row.bold else 400)
            for value in row.values:
                opacity = 0.28 if many else 0.6
                canvas.circle(axis.place(value), y + chance.uniform(-8, 8), 2.1, row.colour, opacity=opacity)
            late = quantile(row.values, 0.99 if many else 1)
            for value, size, stroke in ((median(row.values), 12, 2.6), (late, 7, 1.6)):
                canvas.line(axis.place(value), y - size, axis.place(value), y + size, INK, stroke)
            canvas.text(width - 136, y + 4, duration(median(row.values)), size=12, weight=600)
            canvas.text(width - 74, y + 4, f"{'99 %' if many else 'max'}: {duration(late)}", size=10.5, fill=SOFT)
            top += ROW
        top += 4
    short = "99 % are faster" if many else "the slowest"
    caption = f"Each dot is one measurement. Long mark: the median. Short mark: {short}."
    canvas.text(LABELS + 10, TOP + height + 42, caption, size=12, fill=SOFT)
    return canvas.svg()


def lines(title, subtitle, panels, ticks, axis_name, name, log=True, width=960):
    """Panels side by side, all with one vertical axis, with whiskers from the smallest to the largest value."""
    height, top, bottom = 400, 110, 318
    canvas = Canvas(width, height, title, subtitle)
    axis = Axis([value for _, curves in panels for curve in curves for spread in curve.spreads for value in spread], bottom, top, log)
    left, room = 84, (width - 84 - 20) / len(panels)
    for number, (heading, curves) in enumerate(panels):
        begin, end = left + number * room, left + (number + 1) * room - 24
        canvas.text(begin, top - 16, heading, size=12.5, weight=600, fill=SOFT)
        for value, labelled in axis.ticks():
            y = axis.place(value)
            canvas.line(begin, y, end, y, GRID, 1.2 if labelled else 0.6)
            if labelled and number == 0:
                canvas.text(left - 10, y + 4, name(value), size=11.5, fill=SOFT, anchor="end")
        places = [begin + (end - begin) * (index + 0.5) / len(ticks) for index in range(len(ticks))]
        for x, tick in zip(places, ticks):
            canvas.text(x, bottom + 20, tick, size=11.5, fill=SOFT, anchor="middle")
        canvas.text((begin + end) / 2, bottom + 38, axis_name, size=11.5, fill=SOFT, anchor="middle")
        for index, curve in enumerate(curves):
            shift = (index - (len(curves) - 1) / 2) * 7
            points = [(x + shift, axis.place(spread.middle)) for x, spread in zip(places, curve.spreads)]
            for (x1, y1), (x2, y2) in zip(points, points[1:]):
                canvas.line(x1, y1, x2, y2, curve.colour, 1.8, opacity=0.75)
            for (x, y), spread in zip(points, curve.spreads):
                canvas.line(x, axis.place(spread.low), x, axis.place(spread.high), curve.colour, 2.4, opacity=0.5)
                canvas.circle(x, y, 4.6, curve.colour)
    _legend(canvas, [(curve.label, curve.colour, False) for curve in panels[0][1]], left + 6, height - 18)
    return canvas.svg()
