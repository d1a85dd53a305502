"""History path, repaired: the pages since the last relevant one count."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers
from lycosa.strategies.tunneling import by_shorter

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Rows

FURTHEST = 255  # what a trail of one byte holds


class HistoryPathRepaired(Strategy):
    """A link's distance is (1 - score) e^(2 h / cutoff), h the pages since the last relevant one; nearest first.

    The printed formula clips the distance to 1 before it is handed on, and so forgets the path; a count does not.
    Links `cutoff` pages or more away are dropped; of several ways to a URL the shortest counts. `theta` is the least
    margin of a relevant page, on an SVM's scale: 0.4 is a score of 0.6.

    >>> HistoryPathRepaired(cutoff=10)
    history_path_repaired(cutoff=10)
    """

    word = "history_path_repaired"
    family = "path"
    paper = "García Dorado 2008 section 6.5, with Bergmark, Lagoze and Sbityakov's count of links in place of its clip"
    trail = ("hops:u1",)
    least: ClassVar = {"cutoff": 1}

    def __init__(self, theta: float = 0.4, cutoff: int = 20) -> None:
        self.theta = theta
        self.cutoff = cutoff

    def rank(self, page: Fetched) -> Offers:
        """The page's distance for every link."""
        hit = page.score >= 1 / (1 + math.exp(-self.theta))
        hops = 0 if hit else min(int(page.ticket.trail["hops"]) + 1, FURTHEST)
        priority = np.nan if hops >= self.cutoff else -(1 - page.score) * math.exp(2 * hops / self.cutoff)
        return Offers(np.full(len(page.links), priority), trail={"hops": hops})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The shortest way; of equals the nearest."""
        return by_shorter(old, new, "hops")
