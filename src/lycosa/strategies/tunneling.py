"""Tunneling: through irrelevant pages, but not far."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched

RELEVANT = 0.5
HALF = 0.5  # what remains after each page that is not relevant
NEARBY = 0.1  # the weight of a link's context


class Tunneling(Strategy):
    """What the last relevant page before a link is worth, halved for each page since; and a little of the context.

    Links more than `k` pages behind a relevant one are dropped: 3, or the 20 after which Bergmark and others found
    no trace of the relevant page left. With k=0 only links of relevant pages are followed. A URL found again by a
    shorter way takes its score from there.

    >>> Tunneling(k=20)
    tunneling(k=20)
    """

    word = "tunneling"
    family = "path"
    paper = "Bergmark, Lagoze and Sbityakov 2002, in García Dorado 2008 section 2.5"
    uses = ("page", "window(40)")
    trail = ("hops:u1", "ancestor:f8")
    least: ClassVar = {"k": 0}

    def __init__(self, k: int = 3) -> None:
        self.k = k

    def rank(self, page: Fetched) -> Offers:
        """The ancestor's score, halved, and the context's."""
        hops, ancestor = 0, page.score
        if page.score < RELEVANT:
            carried = page.ticket.trail if len(page.ticket.sightings) else None
            hops = 1 if carried is None else int(carried["hops"]) + 1
            ancestor = page.score if carried is None else float(carried["ancestor"])
        if hops > self.k:
            return Offers(np.full(len(page.links), np.nan))
        priority = ancestor * HALF**hops + NEARBY * page.scores["window(40)"]
        return Offers(priority, trail={"hops": hops, "ancestor": ancestor})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The shorter way; of equals the better."""
        return by_shorter(old, new, "hops")


def by_shorter(old: Rows, new: Rows, way: str) -> Rows:
    """Of each URL the sighting with the shorter way, of equals the one with the higher priority."""
    longer, equal = new.trail[way] > old.trail[way], new.trail[way] == old.trail[way]
    wins = ~longer & (~equal | (new.priority > old.priority))
    return Rows(
        np.where(wins, new.priority, old.priority),
        np.where(wins, new.lane, old.lane),
        old.times + new.times,
        np.where(wins, new.trail, old.trail),
        old.keys,
    )
