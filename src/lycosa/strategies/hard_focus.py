"""Hard focus: links of pages that lie in the wanted part of a topic tree, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.records import Offers
from lycosa.strategies.soft_focus import SoftFocus

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class HardFocus(SoftFocus):
    """As `soft_focus`, but where the likeliest node is neither wanted nor below a wanted one no link is followed.

    It keeps to the topic, and stops where the way leads through other pages.

    >>> HardFocus().needs
    ('taxonomy',)
    """

    word = "hard_focus"
    family = "taxonomy and ontology"
    paper = "Chakrabarti, van den Berg and Dom 1999"

    def __init__(self) -> None:
        super().__init__(near=0.0)

    def rank(self, page: Fetched) -> Offers:
        """The sum over wanted nodes, or nothing."""
        if self.credits[int(np.argmax(page.scores["tree:page"]))] < 1.0:
            return Offers(np.full(len(page.links), np.nan))
        return super().rank(page)
