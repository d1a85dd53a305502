"""Random: any waiting URL, each as likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class Random(Strategy):
    """A draw among all waiting URLs: what knowing nothing costs.

    Each URL gets a random priority when it is first seen, which is a uniform draw at every fetch.

    >>> Random().merge
    'first'
    """

    word = "random"
    family = "no evidence"
    paper = "a baseline of Young and Dean 2003"
    uses = ()
    merge = "first"

    def rank(self, page: Fetched) -> Offers:
        """A draw a link."""
        return Offers(self.hunt.rng.random(len(page.links)))
