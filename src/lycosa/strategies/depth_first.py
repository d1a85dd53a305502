"""Depth-first: as deep as it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class DepthFirst(Strategy):
    """The newest links first: a lower bound that knows nothing of the topic.

    As printed, a link's priority is its page's plus one and the larger stays when it is seen again, ties by arrival;
    `lifo` is the plain stack, where the links of the page fetched last come next.

    >>> DepthFirst().merge, DepthFirst(lifo=True).merge
    ('max', 'last')
    """

    word = "depth_first"
    family = "no evidence"
    paper = "Uluhan 2006 figure 2"
    uses = ()

    def __init__(self, lifo: bool = False) -> None:
        self.lifo = lifo
        self.merge = "last" if lifo else "max"

    def rank(self, page: Fetched) -> Offers:
        """One more than the page's own, or its number."""
        priority = float(page.number) if self.lifo else page.ticket.priority + 1.0
        return Offers(np.full(len(page.links), priority))
