"""In-degree: the most linked-to URL first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class InDegree(Strategy):
    """How many fetched pages link to a URL, a small relative of PageRank.

    `count='links'` counts every extracted link as the thesis does; `off_host` leaves out links within a host.

    >>> InDegree(count="links")
    in_degree(count='links')
    """

    word = "in_degree"
    family = "link structure"
    paper = "Uluhan 2006 figure 4"
    uses = ()
    merge = "sum"
    choices: ClassVar = {"count": ("pages", "links")}

    def __init__(self, count: str = "pages", off_host: bool = False) -> None:
        self.count = count
        self.off_host = off_host

    def rank(self, page: Fetched) -> Offers:
        """One for each page, or each link."""
        votes = np.ones(len(page.links)) if self.count == "pages" else page.links.times.astype(np.float64)
        if self.off_host:
            votes[page.links.hosts == page.host] = 0.0
        return Offers(votes)
