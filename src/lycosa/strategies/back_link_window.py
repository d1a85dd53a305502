"""Back-link window: the words around a link, by a judge that has seen the words around links to examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class BackLinkWindow(Strategy):
    """As `window`, but its judge is trained on link contexts from the topic's back-links instead of on pages.

    So training and hunting see the same kind of text. In the paper it found less than windows judged by a classifier of
    pages: around links there stands much that says nothing.

    >>> BackLinkWindow(words=20).uses
    ('contexts(words=20):window(20)',)
    """

    word = "back_link_window"
    family = "content"
    paper = "Pant and Srinivasan 2006 section 10.4"
    needs = ("back_links",)
    least: ClassVar = {"words": 1}

    def __init__(self, words: int = 40) -> None:
        self.words = words
        self.uses = (f"contexts(words={words}):window({words})",)

    def rank(self, page: Fetched) -> Offers:
        """The score of each link's window."""
        return Offers(page.scores[self.uses[0]])
