"""Window combo: the words around a link, and the page they stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.strategies.records import Offers
from lycosa.strategies.window import Window

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class WindowCombo(Window):
    """beta * page + (1 - beta) * window: the link's surroundings, and what the page is about.

    What is near tells one link from another; what is far tells whether the words near are meant as they sound. Of the
    paper's contexts this one with 40 words is best in precision. With 20 words, the anchor among them, it is Guan's
    `link_context_prediction`.

    >>> WindowCombo(words=20, beta=0.5)
    window_combo(words=20, beta=0.5)
    """

    word = "window_combo"
    family = "content"
    paper = "Pant and Srinivasan 2006 equation 3 and section 9.2; Guan et al. 2008 equation 4"
    least: ClassVar = {**Window.least, "beta": 0}

    def __init__(
        self,
        words: int = 40,
        beta: float = 0.25,
        anchor: str = "outside",
        nested: int = 1,
        under: int = 0,
        add: str = "synonyms",
    ) -> None:
        super().__init__(words, anchor, nested, under, add)
        self.beta = beta

    def rank(self, page: Fetched) -> Offers:
        """The blend, a link at a time."""
        return Offers(self.beta * page.score + (1 - self.beta) * self.context(page))
