"""The contract of measures: a run and its ground to one number, by a name that can be read again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.records import LabError
from lycosa.pages.names import Named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycosa.lab.records import Ground, Run, Values

Least = dict[str, float]


class MeasureError(LabError):
    """A measure that is not there, or cannot be taken here."""


class Measure(Named):
    """A number that a run comes to; NaN where it cannot be said."""

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

    def of(self, run: Run, ground: Ground) -> float:
        """The number."""
        raise NotImplementedError  # every measure has its own


class Curve(Measure):
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


class Area(Measure):
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


class Ratio(Measure):
    """A part by a whole. Over topics it is the ratio of their means, never the mean of their ratios."""

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Part and whole."""
        raise NotImplementedError  # every ratio has its own

    def of(self, run: Run, ground: Ground) -> float:
        """Part by whole, NaN where there is no whole."""
        return quotient(*self.parts(run, ground))


def quotient(part: float, whole: float) -> float:
    """Part by whole, NaN where there is no whole."""
    return float(part / whole) if whole else math.nan
