"""OPIC: importance worked out while crawling, as cash that pages pass on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.cash import Cash
from lycosa.strategies.records import NEW

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Hunt, LinkRows, Values


class Opic(Cash):
    """On-line page importance: a fetched page gives its cash in equal parts to the pages it links to.

    One part more goes to a virtual page that every page links to. When that has more than the page that is fetched,
    it gives what it has to all pages that are known, in equal parts. Every `again` fetches the richest fetched page
    is fetched once more; 0 never.

    >>> Opic(again=0).merge
    'sum'
    """

    word = "opic"
    paper = "Abiteboul, Preda and Cobena 2003, greedy; the baseline of Guan et al. 2008"
    uses = ()
    kept: tuple[str, ...] = ("fed", "total", "virtual", "known")

    def __init__(self, again: int = 50) -> None:
        self.again = again

    def begin(self, hunt: Hunt) -> None:
        """The virtual page has nothing yet."""
        super().begin(hunt)
        self.virtual = 0.0
        self.known = max(len(self.seeds), 1)

    def given(self, page: Fetched, cash: float) -> Values:
        """Equal parts, one of them the virtual page's."""
        if self.virtual > cash:
            each, self.virtual = self.virtual / self.known, 0.0
            self.total += each
            cash += each
        alive = self.alive(page.links)
        part = float(cash / (1.0 + alive.sum()))
        self.virtual += part
        return part * alive

    def entered(self, links: LinkRows, shares: Values) -> Values:
        """Those not seen before start behind what all others have been given."""
        new = links.status == NEW
        self.known += int(new.sum())
        return shares - np.where(new, self.total, 0.0)
