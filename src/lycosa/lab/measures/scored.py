"""What the scores of the catch say: precision at a threshold, the quantiles of a box, valleys of the density."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.catch import catch, running, share
from lycosa.lab.measures.base import Curve, MeasureError, OfRun
from lycosa.lab.scores import BINS, COLUMNS, density, score_of, scores, valleys

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run, Values

FAMILY = "scores"
SCORES: dict[str, tuple[str, ...]] = {"score": tuple(COLUMNS)}


class Precision(Curve):
    """The share of the pages so far whose score is above a threshold.

    `score` says which: `guide_margin` is the guide's raw value, with 0 the boundary of an SVM.
    """

    word = "precision"
    family = FAMILY
    choices: ClassVar = SCORES
    paper = "García Dorado 2008, chapters 8 and 9"

    def __init__(self, threshold: float = 0.5, score: str = "guide", at: int = 0) -> None:
        super().__init__(at)
        self.threshold = threshold
        self.score = score

    @property
    def needs(self) -> tuple[str, ...]:
        """The score's column."""
        return COLUMNS[self.score]

    def curve(self, run: Run, ground: Ground) -> Values:
        """Pages above by pages."""
        places = catch(run, ground)
        above = places[score_of(run, ground, self.score, places) > self.threshold]
        return share(running(above, run.budget), running(places, run.budget))


class ScoreQuantile(OfRun):
    """The score that this share of the pages has at most: .5 the median, 0 and 1 the ends of the box plot."""

    word = "score_quantile"
    family = FAMILY
    unit = "score"
    choices: ClassVar = SCORES
    paper = "García Dorado 2008, figure 9.1"

    def __init__(self, share: float = 0.5, score: str = "guide") -> None:
        self.share = share
        self.score = score
        if not 0 <= share <= 1:
            raise MeasureError(f"score_quantile: share is between 0 and 1, not {share!r}")

    @property
    def needs(self) -> tuple[str, ...]:
        """The score's column."""
        return COLUMNS[self.score]

    def of(self, run: Run, ground: Ground) -> float:
        """The quantile."""
        values = scores(run, ground, self.score)
        return float(np.quantile(values, self.share)) if len(values) else math.nan


class Valley(OfRun):
    """The n-th valley of the density of scores: a proposal for a threshold, the lowest first."""

    word = "valley"
    family = FAMILY
    unit = "score"
    better = ""
    choices: ClassVar = SCORES
    least: ClassVar = {"n": 1, "bins": 3}
    paper = "García Dorado 2008, figure 9.7"

    def __init__(self, n: int = 1, score: str = "guide", bins: int = BINS) -> None:
        self.n = n
        self.score = score
        self.bins = bins

    @property
    def needs(self) -> tuple[str, ...]:
        """The score's column."""
        return COLUMNS[self.score]

    def of(self, run: Run, ground: Ground) -> float:
        """Its score, NaN where there are not so many."""
        found = valleys(density(scores(run, ground, self.score), self.bins))
        return found[self.n - 1] if self.n <= len(found) else math.nan
