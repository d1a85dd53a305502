"""The words of a text that count, as stems."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from lycosa.judges.pairs import NOWHERE, Pairs
from lycosa.pages.lexicon import Column, Lexicon
from lycosa.pages.stems import Stems
from lycosa.pages.tokens import tokens
from lycosa.topics.pairs import PAIRED
from lycosa.topics.words import stop_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.pages.lexicon import Ids
    from lycosa.pages.records import Page, Positions, Ranges, Text


class Stemmer:
    """Stems and stop-words of one language, over one lexicon; where it has no blanks, pairs of characters."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        stops = lexicon.ids(sorted(stop_words(language)))  # once they are all known, no new word is one
        self.lexicon = lexicon
        self.stems = Stems(lexicon, language)
        self.telling = Column(lexicon, lambda words: np.ones(len(words), np.bool_), bool)
        self.telling.grow()
        self.telling.values[stops] = False
        self.pairs = Pairs(lexicon) if language in PAIRED else None

    def __call__(self, ids: Ids, starts: Positions = NOWHERE) -> tuple[NDArray[np.bool_], Ids]:
        """Which tokens are no stop-words, and the stems of those; texts laid end to end begin at `starts`."""
        kept, ids = self.kept(ids, starts)
        return kept, self.stems[ids]

    def kept(self, ids: Ids, starts: Positions = NOWHERE) -> tuple[NDArray[np.bool_], Ids]:
        """Which tokens are no stop-words, and those as they are written."""
        if self.pairs is None:
            kept = self.telling[ids].astype(bool, copy=False)
            return kept, ids[kept]
        ends, terms = self.pairs(ids, starts)
        kept = ends & self.telling[terms].astype(bool, copy=False)
        return kept, terms[kept]

    def inside(self, ids: Ids, ranges: Ranges) -> Ranges:
        """The ranges of a text so that they hold no term that begins before them."""
        return ranges if self.pairs is None else self.pairs.inside(ids, ranges)

    def listed(self, ids: Ids) -> list[str]:
        """The stems of a text as strings, in reading order, without stop-words."""
        held = self.lexicon.words
        return [held[number] for number in self(ids)[1].tolist()]

    def by_stem(self, text: Text, ranges: Ranges) -> dict[str, list[str]]:
        """The words of the first range as they are written, by stem."""
        _, ids = self.kept(text.tokens[ranges.starts[0] : ranges.ends[0]])
        stems = self.stems[ids]
        held = self.lexicon.words
        written: dict[str, list[str]] = {}
        for word, stem in zip(ids.tolist(), stems.tolist(), strict=True):
            written.setdefault(held[stem], []).append(held[word])
        return written


def stemmer_of(lexicon: Lexicon, language: str) -> Stemmer:
    """The one that all judges of this language share over a lexicon."""
    stemmer = lexicon.views.get((Stemmer, language))
    if stemmer is None:
        stemmer = lexicon.views[Stemmer, language] = Stemmer(lexicon, language)
    return cast("Stemmer", stemmer)


def stems_of(text: str, language: str) -> list[str]:
    """The stems of a string, without stop-words."""
    lexicon = Lexicon()
    return stemmer_of(lexicon, language).listed(lexicon.ids(tokens(text)))


def page_stems(page: Page, language: str) -> list[str]:
    """The stems of what a reader of the page sees, without stop-words."""
    start = int(page.text.page.starts[0])
    return stemmer_of(page.text.lexicon, language).listed(page.text.tokens[start:])
