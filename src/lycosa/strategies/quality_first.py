"""Quality first: a link is worth what the first page that told of it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class QualityFirst(Strategy):
    """The score of the page that linked to a URL first, whatever is found later.

    Good pages link to good pages, and the first link to a page is mostly found soon: no link is ever looked at twice.

    >>> QualityFirst().merge
    'first'
    """

    word = "quality_first"
    family = "learning"
    paper = "Pezzuti, MacAvaney and Tonellotto 2025, QFirst"
    merge = "first"

    def rank(self, page: Fetched) -> Offers:
        """The page's score for every link."""
        return Offers(np.full(len(page.links), page.score))
