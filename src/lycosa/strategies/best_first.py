"""Best-first: links of the most relevant pages first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.merging import halfway
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched

BONUS = 1.05  # the thesis says "a small factor"


class BestFirst(Strategy):
    """A link is worth what the page it stands on is worth.

    `again` says what happens when the link already has a score, the four answers of the thesis: `last`, `halfway`
    (the mean of old and new), `bonus` (that mean, a little raised) and `max`, the best of the four there.

    >>> BestFirst(again="last").merge
    'last'
    """

    word = "best_first"
    family = "content"
    paper = "García Dorado 2008 section 9.2.1; Uluhan 2006 figure 5"
    choices: ClassVar = {"again": ("last", "halfway", "bonus", "max")}

    def __init__(self, again: str = "max") -> None:
        self.again = again
        self.merge = "halfway" if again == "bonus" else again

    def rank(self, page: Fetched) -> Offers:
        """The page's score for every link."""
        return Offers(np.full(len(page.links), page.score))

    def merged(self, old: Rows, new: Rows) -> Rows:
        """By the chosen answer."""
        rows = super().merged(old, new)
        if self.again == "bonus":
            rows.priority = halfway(old, new)[0] * BONUS
        return rows
