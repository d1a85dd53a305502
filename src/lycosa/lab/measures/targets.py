"""Target recall (Pant and Srinivasan 2006, equation 2): the share of the targets that were caught so far.

Targets stand for all that is relevant in the web. With `taken`, one counts when its URL is taken, even if it is no page
(Uluhan 2006, chapter III: some were PDF).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.catch import catch, firsts, pages_of, running
from lycosa.lab.measures.base import Area, Curve, OfRun

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run, Values
    from lycosa.pages.records import Positions

FAMILY = "targets"
PAPER = "Pant and Srinivasan 2006, section 6, equation 2"


def reached(run: Run, ground: Ground, *, taken: bool) -> Positions:
    """The places in the run where a target was caught."""
    places = catch(run, ground, taken=taken)
    found: Positions = places[ground.target[pages_of(run, places)]]
    if not taken:
        return found
    keys = run.fetches["key"][: run.budget]
    urls = np.flatnonzero(np.isin(keys, ground.by_url))
    return np.sort(np.concatenate([found, firsts(keys[urls], urls)]))


def count_of(ground: Ground, *, taken: bool) -> int:
    """How many targets there are to be caught."""
    return int(np.count_nonzero(ground.target)) + (len(ground.by_url) if taken else 0)


class TargetRecall(Curve):
    """The share of the targets that were caught so far.

    >>> from lycosa.lab import measures
    >>> measures.find("target_recall(at=500)")
    target_recall(at=500)
    """

    word = "target_recall"
    family = FAMILY
    paper = PAPER

    def __init__(self, at: int = 0, taken: bool = False) -> None:
        super().__init__(at)
        self.taken = taken

    def curve(self, run: Run, ground: Ground) -> Values:
        """Targets caught by all there are."""
        count = count_of(ground, taken=self.taken)
        if not count:
            return np.full(run.budget, math.nan)
        return running(reached(run, ground, taken=self.taken), run.budget) / count


class TargetRecallArea(Area):
    """The mean of target recall over all fetches of the budget."""

    word = "target_recall_area"
    family = FAMILY
    paper = PAPER

    def __init__(self, taken: bool = False) -> None:
        self.taken = taken

    def under(self) -> Curve:
        """The share caught so far."""
        return TargetRecall(taken=self.taken)


class TargetsCaught(Curve):
    """How many targets were caught so far."""

    word = "targets_caught"
    family = FAMILY
    unit = "targets"
    paper = "Uluhan 2006, table 1"

    def __init__(self, at: int = 0, taken: bool = False) -> None:
        super().__init__(at)
        self.taken = taken

    def curve(self, run: Run, ground: Ground) -> Values:
        """Targets caught."""
        return running(reached(run, ground, taken=self.taken), run.budget).astype(np.float64)


class SearchLength(OfRun):
    """Pages to the n-th target: the fetches it took, failed ones included.

    Where there were not so many it is the whole budget, so that a mean over topics is a restricted mean.
    """

    word = "search_length"
    family = FAMILY
    unit = "fetches"
    better = "less"
    least: ClassVar = {"n": 1}
    paper = "Menczer et al. 2000, after Uluhan 2006, chapter II"

    def __init__(self, n: int = 10, taken: bool = False) -> None:
        self.n = n
        self.taken = taken

    def of(self, run: Run, ground: Ground) -> float:
        """Fetches, at most the budget."""
        return until(reached(run, ground, taken=self.taken), self.n, run.budget)


class SearchLengthShare(OfRun):
    """Pages until a share of the targets: the fetches it took, failed ones included.

    Where they were not reached it is the whole budget.
    """

    word = "search_length_share"
    family = FAMILY
    unit = "fetches"
    better = "less"
    least: ClassVar = {"share": 0.0}
    paper = SearchLength.paper

    def __init__(self, share: float = 0.5, taken: bool = False) -> None:
        self.share = share
        self.taken = taken

    def of(self, run: Run, ground: Ground) -> float:
        """Fetches, at most the budget."""
        wanted = math.ceil(round(self.share * count_of(ground, taken=self.taken), 9))  # .1 * 30 is 3, not 4
        return until(reached(run, ground, taken=self.taken), max(1, wanted), run.budget)


def until(places: Positions, n: int, budget: int) -> float:
    """How many fetches it took to the n-th of these places."""
    return float(places[n - 1] + 1) if n <= len(places) else float(budget)
