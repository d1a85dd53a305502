"""Means over the catch: how like a description its pages are, how deep they lie, how much they are linked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.catch import catch, pages_of, running
from lycosa.lab.measures.base import Curve

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run, Values
    from lycosa.pages.records import Positions

DESCRIPTIONS = {"guiding": "cosine", "second": "second_cosine"}


def moving(values: Values, places: Positions, window: int, budget: int) -> Values:
    """After each fetch, the mean of the last `window` values; NaN before the first.

    Value i came with the fetch at places[i].
    """
    if not len(values):
        return np.full(budget, math.nan)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    ends = np.arange(1, len(values) + 1)
    starts = np.maximum(ends - window, 0) if window else np.zeros_like(ends)
    means = (sums[ends] - sums[starts]) / (ends - starts)
    so_far = running(places, budget)
    return np.where(so_far > 0, means[np.maximum(so_far - 1, 0)], math.nan)


class Mean(Curve):
    """The mean of a column over the catch: of the last `window` pages, or of all with 0."""

    column = ""
    unit = "links"
    better = ""
    family = "means over the catch"
    least: ClassVar = {"at": 0, "window": 0}

    def __init__(self, at: int = 0, window: int = 0) -> None:
        super().__init__(at)
        self.window = window

    @property
    def needs(self) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    def curve(self, run: Run, ground: Ground) -> Values:
        """The mean so far, of the pages that have a value."""
        places = catch(run, ground)
        values = ground.columns[self.column][pages_of(run, places)].astype(np.float64)
        told = self.told(values)
        return moving(values[told], places[told], self.window, run.budget)

    def told(self, values: Values) -> Positions:
        """Which of the values say something."""
        return np.flatnonzero(~np.isnan(values))


class Cosine(Mean):
    """The moving average of the pages' cosine to the guiding description, or to a second, independent one."""

    word = "cosine"
    unit = "cosine"
    better = "more"
    paper = "Uluhan 2006, chapter IV, figures 9 to 17"
    choices: ClassVar = {"to": tuple(DESCRIPTIONS)}

    def __init__(self, to: str = "guiding", window: int = 100, at: int = 0) -> None:
        super().__init__(at, window)
        self.to = to

    @property
    def column(self) -> str:  # type: ignore[override]  # a name per description
        """The description's."""
        return DESCRIPTIONS[self.to]


class InDegree(Mean):
    """The mean number of links within the web that lead to a page of the catch."""

    word = "in_degree"
    column = "in_degree"
    paper = "Uluhan 2006, chapter II"


class PageRank(Mean):
    """The mean PageRank, within the web, of a page of the catch."""

    word = "pagerank"
    column = "pagerank"
    unit = "share"
    paper = "Uluhan 2006, chapter II"


class Level(Mean):
    """The mean distance from the nearest seed, in links of the web, of a page of the catch."""

    word = "level"
    column = "level"
    paper = "García Dorado 2008, figure 9.2"

    def told(self, values: Values) -> Positions:
        """A page that no way from a seed leads to has no level."""
        return np.flatnonzero(values >= 0)


class Depth(Curve):
    """The mean number of links that the hunt followed from a seed to a page of the catch."""

    word = "depth"
    unit = "links"
    better = ""
    family = Mean.family
    least = Mean.least
    paper = "García Dorado 2008, figure 9.2"

    def __init__(self, at: int = 0, window: int = 0) -> None:
        super().__init__(at)
        self.window = window

    def curve(self, run: Run, ground: Ground) -> Values:
        """The mean so far."""
        places = catch(run, ground)
        return moving(run.fetches["depth"][places].astype(np.float64), places, self.window, run.budget)
