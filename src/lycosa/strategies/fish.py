"""Fish search: a school that breeds where there is food, and starves a few links further on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Ticket

HEAD, BEHIND, TAIL = 2.0, 1.0, 0.0  # the parts of the list
PART = float(2**40)  # more than there are pages, so that no page's number reaches into another part
WIDER = 1.5  # so many times the width of others has a relevant page


class Fish(Strategy):
    """One list of URLs. Links of a relevant page go to its head, links of others behind those, or to its tail.

    A page is relevant if its score is at least `theta`. Of a relevant page the first one and a half times `width`
    links go to the head, of another page the first `width` behind them, the rest to the tail. A link has `depth`
    lives if its page is relevant, else one less than the page itself; without lives it is dropped. A URL found again
    keeps its place, and the larger number of lives.

    >>> Fish(depth=4, width=5).trail
    ('lives:u1',)
    """

    word = "fish"
    family = "content"
    paper = "De Bra and Post 1994, in Uluhan 2006 chapter II"
    merge = "first"
    trail = ("lives:u1",)
    least: ClassVar = {"depth": 1, "width": 1}

    def __init__(self, depth: int = 3, width: int = 10, theta: float = 0.5) -> None:
        self.depth = depth
        self.width = width
        self.theta = theta

    def rank(self, page: Fetched) -> Offers:
        """Where in the list each link goes."""
        relevant = page.score >= self.theta
        lives = self.depth if relevant else lives_of(page.ticket, self.depth) - 1
        n = len(page.links)
        if lives < 1:
            return Offers(np.full(n, np.nan))
        part, first = (HEAD, int(WIDER * self.width)) if relevant else (BEHIND, self.width)
        priority = np.full(n, TAIL * PART - page.number)  # a tail is joined at its end
        priority[:first] = part * PART + page.number  # the newest page's links come first
        return Offers(priority, trail={"lives": lives})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The old place, the larger number of lives."""
        rows = super().merged(old, new)
        rows.trail = old.trail.copy()
        rows.trail["lives"] = np.maximum(old.trail["lives"], new.trail["lives"])
        return rows


def lives_of(ticket: Ticket, depth: int) -> int:
    """The lives a page came with; a seed has all."""
    return int(ticket.trail["lives"]) if len(ticket.sightings) else depth
