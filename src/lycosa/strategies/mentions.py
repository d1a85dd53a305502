"""How often the words of a query, and their synonyms, stand in the words of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.lexicon import word_hash
from lycosa.pages.tokens import tokens
from lycosa.topics.words import stop_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lycosa.strategies.records import Tokens, Values
    from lycosa.topics.topic import Topic

    Ids = NDArray[np.uint32]


class Mentions:
    """A topic's query, its stop-words left out, and the synonyms that are one word, by lasting numbers."""

    def __init__(self, topic: Topic, *, synonyms: bool = True) -> None:
        stops = stop_words(topic.language)
        words = tokens(topic.query or topic.words)
        self.query = _numbers([word for word in words if word not in stops] or words)
        single = [tokens(one) for one, _ in topic.synonyms] if synonyms else []
        self.synonyms = np.setdiff1d(_numbers(word[0] for word in single if len(word) == 1), self.query)

    def counts(self, words: Tokens) -> tuple[Values, Values]:
        """For each row how often query words and synonyms stand there."""
        return _found(words, self.query), _found(words, self.synonyms)


def _numbers(words: Iterable[str]) -> Ids:
    return np.array(sorted({word_hash(word) for word in words}), np.uint32)


def _found(words: Tokens, of: Ids) -> Values:
    places = np.flatnonzero(np.isin(words.ids, of))
    rows = np.searchsorted(words.bounds, places, side="right") - 1
    found: Values = np.bincount(rows, minlength=len(words)).astype(np.float64)
    return found
