"""Window: the words around a link."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.pages.cues import WHERE
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Values


class Window(Strategy):
    """The guide's score of the anchor and of so many `words` around it, half of them before, half after.

    With `anchor="inside"` the anchor's words count among them. `nested` takes the mean over windows each half as long
    as the one before: with 3, a word within a quarter of the way counts in all three, one at the edge in one, so that
    weights fall with the distance from the link.

    >>> Window(words=40, nested=3).uses
    ('page', 'window(40)', 'window(20)', 'window(10)')
    """

    word = "window"
    family = "content"
    paper = "Pant and Srinivasan 2006 section 9.1; for falling weights section 11"
    choices: ClassVar = {"anchor": WHERE}
    least: ClassVar = {"words": 1, "nested": 1}

    def __init__(self, words: int = 40, anchor: str = "outside", nested: int = 1) -> None:
        self.words = words
        self.anchor = anchor
        self.nested = nested
        inside = "" if anchor == "outside" else f", anchor={anchor!r}"
        halvings = range(min(nested, words.bit_length()))
        self.contexts = tuple(f"window({words >> halved}{inside})" for halved in halvings)
        self.uses = ("page", *self.contexts)

    def rank(self, page: Fetched) -> Offers:
        """The score of each link's context."""
        return Offers(self.context(page))

    def context(self, page: Fetched) -> Values:
        """The mean over the windows."""
        total: Values = sum(page.scores[use] for use in self.contexts)
        return total / len(self.contexts)
