"""Vocabulary anchor: the page by the guide, each link's anchor by the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class VocabularyAnchor(Strategy):
    """The page's score and a `share` for the vocabulary's terms in the link's anchor.

    A classifier is best where there is a whole text, a list of terms where there are few words. A link without
    anchor gets nothing for it, so it waits until those with a good one are gone. With the judge `svm` this is the
    thesis's SVM + SMa, the most for the least work.

    >>> VocabularyAnchor(share=0.3)
    vocabulary_anchor(share=0.3)
    """

    word = "vocabulary_anchor"
    family = "learning"
    paper = "García Dorado 2008 section 9.4.2, SVM.80+SMa.20"
    uses = ("page", "vocabulary:anchor")
    least: ClassVar = {"share": 0}

    def __init__(self, share: float = 0.2) -> None:
        self.share = share

    def rank(self, page: Fetched) -> Offers:
        """The blend, a link at a time."""
        return Offers((1 - self.share) * page.score + self.share * page.scores["vocabulary:anchor"])
