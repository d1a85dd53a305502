"""Breadth-first: pages in the order they were found, level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class BreadthFirst(Strategy):
    """First found, first fetched: the baseline of every comparison.

    A link's priority is minus its depth, ties by arrival, so whole levels come one after the other.

    >>> BreadthFirst()
    breadth_first
    """

    word = "breadth_first"
    family = "no evidence"
    paper = "García Dorado 2008 chapter 6.2; Uluhan 2006 figure 3"
    uses = ()
    merge = "first"

    def rank(self, page: Fetched) -> Offers:
        """One level below the page."""
        return Offers(np.full(len(page.links), -1.0 - page.depth))
