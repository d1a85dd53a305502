"""Tag tree combo: the part of the page around a link, and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.strategies.records import Offers
from lycosa.strategies.tag_tree import TagTree

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class TagTreeCombo(TagTree):
    """beta * page + (1 - beta) * block: what the page is about, and the part of it that the link belongs to.

    Of the paper's contexts the best in coverage, above all on subjects whose pages do not link to each other.

    >>> TagTreeCombo(beta=0.5)
    tag_tree_combo(beta=0.5)
    """

    word = "tag_tree_combo"
    family = "content"
    paper = "Pant and Srinivasan 2006 equation 3 and section 9.3"
    least: ClassVar = {**TagTree.least, "beta": 0}

    def __init__(
        self,
        least_words: int = 2,
        most_words: int = 40,
        beta: float = 0.25,
        near: bool = False,
        reduced: bool = False,
        nested: int = 1,
        under: int = 0,
        add: str = "synonyms",
    ) -> None:
        super().__init__(least_words, most_words, near, reduced, nested, under, add)
        self.beta = beta

    def rank(self, page: Fetched) -> Offers:
        """The blend, a link at a time."""
        return Offers(self.beta * page.score + (1 - self.beta) * self.context(page))
