"""The contract of measures: runs and their ground to numbers, by names that can be read again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.records import LabError
from lycosa.pages.names import Named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.lab.records import Ground, Run, Values

    Hunted = Mapping[str, Sequence[Sequence[Run]]]  # strategy to its repetitions of each topic

Least = dict[str, float]


class MeasureError(LabError):
    """A measure that is not there, or cannot be taken here."""


class Measure(Named):
    """What can be said of runs in numbers; NaN where it cannot be said."""

    family: str = ""
    unit: str = "share"  # or pages, fetches, seconds, bytes, links ...
    better: str = "more"  # or "less", or "" where neither is
    paper: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns of the ground that it reads."""
        return ()

    def missing(self, ground: Ground) -> list[str]:
        """What the ground lacks for it."""
        return [column for column in self.needs if column not in ground.columns]


class OfRun(Measure):
    """One number of one run."""

    def of(self, run: Run, ground: Ground) -> float:
        """The number."""
        raise NotImplementedError  # every measure has its own


class Curve(OfRun):
    """A measure after every number of fetches. Its number stands at `at` fetches, 0 for the end of the budget."""

    least: ClassVar[Mapping[str, float]] = {"at": 0}

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def curve(self, run: Run, ground: Ground) -> Values:
        """Its value after 1, 2, ... fetches of the budget."""
        raise NotImplementedError  # every curve is drawn its own way

    def of(self, run: Run, ground: Ground) -> float:
        """The curve at one point."""
        at = self.at or run.budget
        return float(self.curve(run, ground)[at - 1]) if at <= run.budget else math.nan


class Area(OfRun):
    """The mean of a curve over all fetches of the budget: the area under it, on a scale of 0 to 1."""

    def under(self) -> Curve:
        """The curve."""
        raise NotImplementedError  # every area is under one

    @property
    def needs(self) -> tuple[str, ...]:
        """What its curve reads."""
        return self.under().needs

    def of(self, run: Run, ground: Ground) -> float:
        """The mean."""
        return float(np.mean(self.under().curve(run, ground)))


class Ratio(OfRun):
    """A part by a whole. Over topics it is the ratio of their means, never the mean of their ratios."""

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Part and whole."""
        raise NotImplementedError  # every ratio has its own

    def of(self, run: Run, ground: Ground) -> float:
        """Part by whole, NaN where there is no whole."""
        return quotient(*self.parts(run, ground))


class Across(Measure):
    """Numbers of strategies beside each other: one for each, or a table of each by each."""

    family = "across strategies"

    def over(self, hunted: Hunted, grounds: Sequence[Ground]) -> Values:
        """The numbers, by the order of the strategies."""
        raise NotImplementedError  # every comparison has its own


def by_topic(measure: OfRun, runs: Sequence[Sequence[Run]], grounds: Sequence[Ground]) -> Values:
    """A strategy's number of each topic: the mean of its repetitions."""
    return np.array([_mean(measure, few, ground) for few, ground in zip(runs, grounds, strict=True)], np.float64)


def _mean(measure: OfRun, runs: Sequence[Run], ground: Ground) -> float:
    if isinstance(measure, Ratio):
        return quotient(*sums(measure, [runs], [ground]))
    values = [value for value in (measure.of(run, ground) for run in runs) if not math.isnan(value)]
    return sum(values) / len(values) if values else math.nan


def sums(measure: Ratio, runs: Sequence[Sequence[Run]], grounds: Sequence[Ground]) -> tuple[float, float]:
    """All parts and all wholes of a strategy, a topic's repetitions as one."""
    part = whole = 0.0
    for few, ground in zip(runs, grounds, strict=True):
        for run in few:
            one, all_ = measure.parts(run, ground)
            part, whole = part + one / len(few), whole + all_ / len(few)
    return part, whole


def over_topics(measure: OfRun, runs: Sequence[Sequence[Run]], grounds: Sequence[Ground]) -> float:
    """A strategy's number over topics: their mean; of a ratio, the ratio of the means."""
    if isinstance(measure, Ratio):
        return quotient(*sums(measure, runs, grounds))
    values = by_topic(measure, runs, grounds)
    told = values[~np.isnan(values)]
    return float(told.mean()) if len(told) else math.nan


def quotient(part: float, whole: float) -> float:
    """Part by whole, NaN where there is no whole."""
    return float(part / whole) if whole else math.nan
