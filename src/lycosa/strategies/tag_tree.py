"""Tag tree: the words of the smallest part of the page around a link that says something."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers
from lycosa.strategies.window import ADDED, widened

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Values


class TagTree(Strategy):
    """The guide's score of the nearest element around the link, itself included, with more than `least_words`.

    Of its text the first `most_words` count, or with `near` those nearest to the link. With `reduced`, elements that
    only change the looks of a text are passed over. `nested` takes the mean over ever closer blocks, each half as
    long as the one before and around the link, so that weights fall with the distance from it. Blocks of less than
    `under` words get words added, as in `window`.

    >>> TagTree(near=True).uses
    ('page', 'block(2, 40, near=True)')
    """

    word = "tag_tree"
    family = "content"
    paper = "Pant and Srinivasan 2006 section 8; for reduced trees and falling weights section 11"
    choices: ClassVar = {"add": ADDED}
    least: ClassVar = {"least_words": 0, "most_words": 1, "nested": 1, "under": 0}

    def __init__(
        self,
        least_words: int = 2,
        most_words: int = 40,
        near: bool = False,
        reduced: bool = False,
        nested: int = 1,
        under: int = 0,
        add: str = "synonyms",
    ) -> None:
        self.least_words = least_words
        self.most_words = most_words
        self.near = near
        self.reduced = reduced
        self.nested = nested
        self.under = under
        self.add = add
        self.synonyms, self.needs, self.wider = widened(under, add)
        self.contexts = tuple(map(self._block, range(min(nested, most_words.bit_length()))))
        self.uses = ("page", *self.contexts)

    def _block(self, halved: int) -> str:
        near = ", near=True" if self.near or halved else ""
        reduced = ", reduced=True" if self.reduced else ""
        return f"block({self.least_words}, {self.most_words >> halved}{near}{reduced}){self.wider}"

    def rank(self, page: Fetched) -> Offers:
        """The score of each link's context."""
        return Offers(self.context(page))

    def context(self, page: Fetched) -> Values:
        """The mean over the blocks."""
        total: Values = sum(page.scores[use] for use in self.contexts)
        return total / len(self.contexts)
