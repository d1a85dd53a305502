"""URL-combined: the page, the anchor and the words of the URL."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.strategies.base import Strategy
from lycosa.strategies.merging import RULES
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class UrlCombined(Strategy):
    """Cosine of the page, the anchor and the URL's words with the topic's description, blended; best of Uluhan 2006.

    A link that is seen again gets the newest blend, as printed; `again` names any other rule for merging.

    >>> UrlCombined(page=0.6, anchor=0.4, url=0.0)
    url_combined(page=0.6, anchor=0.4, url=0.0)
    """

    word = "url_combined"
    family = "content"
    paper = "Uluhan 2006 figure 8"
    uses = ("cosine:page", "cosine:anchor", "cosine:url")
    choices: ClassVar = {"again": tuple(RULES)}
    least: ClassVar = {"page": 0, "anchor": 0, "url": 0}

    def __init__(self, page: float = 0.5, anchor: float = 0.25, url: float = 0.25, again: str = "last") -> None:
        self.page = page
        self.anchor = anchor
        self.url = url
        self.again = again
        self.merge = again

    def rank(self, page: Fetched) -> Offers:
        """The blend, a link at a time."""
        scores = page.scores
        return Offers(
            self.page * scores["cosine:page"] + self.anchor * scores["cosine:anchor"] + self.url * scores["cosine:url"]
        )
