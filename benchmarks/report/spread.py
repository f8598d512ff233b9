"""Statistics of measurements: a middle and how far it spreads."""

import random
from collections import namedtuple

Spread = namedtuple("Spread", "middle low high")


def quantile(values, part):
    """The value below which that part of the values lies."""
    ordered = sorted(values)
    position = part * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def median(values):
    return quantile(values, 0.5)


def over_rounds(values):
    """Of one value per round: the median, the smallest, the largest."""
    return Spread(median(values), min(values), max(values))


def ratios(values, others):
    """Of two values per round: their ratio, round by round."""
    return over_rounds([value / other for value, other in zip(values, others)])


def differences(values, others):
    """Of two values per round: their difference, round by round."""
    return over_rounds([value - other for value, other in zip(values, others)])


def resampled(statistic, *samples):
    """A statistic of samples with the interval in which 95 % of its values lie when the samples are drawn again."""
    chance = random.Random(1)
    values = [statistic(*(chance.choices(sample, k=len(sample)) for sample in samples)) for _ in range(1000)]
    return Spread(statistic(*samples), quantile(values, 0.025), quantile(values, 0.975))


def ratio_of_medians(sample, other):
    return resampled(lambda one, two: median(one) / median(two), sample, other)
