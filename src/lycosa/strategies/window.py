"""Window: the words around a link."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lycosa.pages.cues import WHERE
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Values


ADDED = ("synonyms", "concepts")


class Window(Strategy):
    """The guide's score of the anchor and of so many `words` around it, half of them before, half after.

    With `anchor="inside"` the anchor's words count among them. `nested` takes the mean over windows each half as long
    as the one before: with 3, a word within a quarter of the way counts in all three, one at the edge in one, so that
    weights fall with the distance from the link. Contexts of less than `under` words get words added: the query's,
    where they have a synonym of it, or with `add="concepts"` the labels of concepts they name and of those beside them.

    >>> Window(words=40, nested=3).uses
    ('page', 'window(40)', 'window(20)', 'window(10)')
    """

    word = "window"
    family = "content"
    paper = "Pant and Srinivasan 2006 section 9.1; for falling weights section 11"
    choices: ClassVar = {"anchor": WHERE, "add": ADDED}
    least: ClassVar = {"words": 1, "nested": 1, "under": 0}

    def __init__(
        self, words: int = 40, anchor: str = "outside", nested: int = 1, under: int = 0, add: str = "synonyms"
    ) -> None:
        self.words = words
        self.anchor = anchor
        self.nested = nested
        self.under = under
        self.add = add
        self.synonyms, self.needs, wider = widened(under, add)
        inside = "" if anchor == "outside" else f", anchor={anchor!r}"
        halvings = range(min(nested, words.bit_length()))
        self.contexts = tuple(f"window({words >> halved}{inside}){wider}" for halved in halvings)
        self.uses = ("page", *self.contexts)

    def rank(self, page: Fetched) -> Offers:
        """The score of each link's context."""
        return Offers(self.context(page))

    def context(self, page: Fetched) -> Values:
        """The mean over the windows."""
        total: Values = sum(page.scores[use] for use in self.contexts)
        return total / len(self.contexts)


def widened(under: int, add: str) -> tuple[bool, tuple[str, ...], str]:
    """Whether synonyms are wanted, what the topic must have, and how it is asked for, where short contexts grow."""
    if not under:
        return False, (), ""
    return add == "synonyms", ("concepts",) if add == "concepts" else (), f"+{add}({under})"
