"""OTIE: cash, like importance, goes from page to page, and most of it to pages on the topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies import StrategyError
from lycosa.strategies.cash import Cash
from lycosa.strategies.records import FETCHED

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Values

WINDOW = "window(20, anchor='inside')"  # equation 4: T = 20 words, the anchor's among them
TINY = np.finfo(float).tiny


class Otie(Cash):
    """On-line topical importance: a fetched page gives its cash to the pages it links to, by their similarity.

    First the cash is revised, by cash * max(-1, a(2r-1)^d) for a page of relevance r. Then each page linked to gets
    its part of the sum of all their similarities: its score where it has been fetched, else `beta` of the page's
    score and the rest of that of the window around the link. Where all are nothing, the parts are equal. Every
    `again` fetches the richest fetched page is fetched once more and gives out what it was given since; 0 never.

    >>> Otie(a=1.0, again=0)
    otie(a=1.0, again=0)
    """

    word = "otie"
    family = "both"
    paper = "Guan, Wang, Chen, Bu and Wang 2008 equations 1 to 4"
    uses = ("page", WINDOW)
    least: ClassVar = {"beta": 0, "again": 0}

    def __init__(self, a: float = 0.85, d: float = 3.0, beta: float = 0.25, again: int = 50) -> None:
        self.a = a
        self.d = d
        self.beta = beta
        self.again = again
        if isinstance(a, int | float) and not a > 0:
            raise StrategyError(f"otie: a must be above 0, not {a}")
        if isinstance(d, int | float) and not (d > 0 and d % 2 == 1):
            raise StrategyError(f"otie: d must be an odd number above 0, so that x^d is an odd function, not {d}")

    def given(self, page: Fetched, cash: float) -> Values:
        """Equation 3, then equation 1."""
        cash += cash * max(-1.0, self.a * (2.0 * page.score - 1.0) ** self.d)
        links = page.links
        predicted = self.beta * page.score + (1.0 - self.beta) * page.scores[WINDOW]
        alive = self.alive(links)
        similar = np.where(alive > 0, np.where(links.status == FETCHED, links.scores, predicted), 0.0)
        if not similar.sum() > 0:
            similar = alive
        shares: Values = cash * (similar / max(similar.sum(), TINY))
        return shares
