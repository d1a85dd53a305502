"""Ontology: links by the concepts that their page, their surroundings and they themselves name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class Ontology(Strategy):
    """Half the page, three tenths the 40 words around a link, two tenths the better of its anchor and its URL's words.

    Each by the judge `ontology`: the concepts of the topic's graph that are named, those in focus most. The guide may
    be another judge, which then decides what is relevant, but not where to look.

    >>> Ontology(page=1, window=0, own=0)
    ontology(page=1, window=0, own=0)
    """

    word = "ontology"
    family = "taxonomy and ontology"
    paper = "Ehrig and Maedche 2003"
    needs = ("concepts",)
    uses = ("ontology:page", "ontology:window(40)", "ontology:anchor", "ontology:url")
    least: ClassVar = {"page": 0, "window": 0, "own": 0}

    def __init__(self, page: float = 0.5, window: float = 0.3, own: float = 0.2) -> None:
        self.page = page
        self.window = window
        self.own = own

    def rank(self, page: Fetched) -> Offers:
        """The blend, a link at a time."""
        whole, window, anchor, url = (page.scores[use] for use in self.uses)
        return Offers(self.page * whole + self.window * window + self.own * np.maximum(anchor, url))
