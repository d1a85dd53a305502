"""What a topic says of itself, as stems: the words to look for in anchors and URLs."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.stems import stems_of
from lycosa.pages.lexicon import word_hash

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Tokens
    from lycosa.topics.topic import Topic


def phrases(topic: Topic) -> list[list[str]]:
    """The stems of its vocabulary's wanted terms, the heaviest first, of its query and of its description."""
    terms = sorted((term for term in topic.vocabulary if term.weight > 0), key=lambda term: -term.weight)
    texts = [topic.query, *(part for term in terms for part in term.parts), topic.description]
    return [found for text in texts if (found := stems_of(text, topic.language))]


class Keywords:
    """Stems and pairs of neighbouring stems by their lasting numbers."""

    def __init__(self, topic: Topic) -> None:
        told = [[word_hash(stem) for stem in phrase] for phrase in phrases(topic)]
        self.stems = np.unique(np.array([stem for phrase in told for stem in phrase], np.uint32))
        pairs = [(one << 32) | other for phrase in told for one, other in pairwise(phrase)]
        self.pairs = np.unique(np.array(pairs, np.uint64))

    def words(self, tokens: Tokens) -> NDArray[np.bool_]:
        """Which rows hold a keyword."""
        return _rows(tokens, np.isin(tokens.ids, self.stems), tokens.rows)

    def phrases(self, tokens: Tokens) -> NDArray[np.bool_]:
        """Which rows hold two words side by side that stand so in the topic."""
        rows, ids = tokens.rows, tokens.ids.astype(np.uint64)
        both = (ids[:-1] << np.uint64(32)) | ids[1:]
        return _rows(tokens, np.isin(both, self.pairs) & (rows[1:] == rows[:-1]), rows[:-1])


def _rows(tokens: Tokens, found: NDArray[np.bool_], rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Rows of which something was found."""
    there = np.zeros(len(tokens), np.bool_)
    there[rows[found]] = True
    return there
