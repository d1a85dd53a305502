"""How much a word tells: the inverse of the share of pages that hold it."""

from __future__ import annotations

import math
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.lexicon import Column
from lycosa.topics.words import RARE, document_frequencies

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lycosa.judges.base import State, Values
    from lycosa.pages.lexicon import Ids, Lexicon

PRIOR = 300.0  # pages the language's word list counts for; a page counted counts for one
STEP = 1024.0  # idf in steps of 1/1024: the same on every machine, whatever its logarithm


class Idf:
    """ln(N / f) of a stem, f at least 1, over an imagined collection: the language, and pages counted."""

    def __init__(self, language: str, pages: int = 0, counts: dict[str, int] | None = None) -> None:
        self.language = language
        self.pages = pages
        self.counts = counts or {}
        self.common = document_frequencies(language, stemmed=True)

    @property
    def size(self) -> float:
        """N, the pages of the collection."""
        return PRIOR + self.pages

    def add(self, stems: Iterable[str]) -> None:
        """Count a page by its distinct stems."""
        self.pages += 1
        for stem in stems:
            self.counts[stem] = self.counts.get(stem, 0) + 1

    def expected(self, stem: str) -> float:
        """The pages of the language's share that hold the stem."""
        return PRIOR * self.common.get(stem, RARE)

    def frequency(self, stem: str) -> float:
        """f, the pages that hold the stem."""
        return max(1.0, self.expected(stem) + self.counts.get(stem, 0))

    def __call__(self, stem: str) -> float:
        """How much the stem tells."""
        return _told(self.size / self.frequency(stem))

    def many(self, stems: list[str]) -> Values:
        """The same for many."""
        n = len(stems)
        held = PRIOR * np.fromiter(map(self.common.get, stems, repeat(RARE)), np.float64, n)
        held += np.fromiter(map(self.counts.get, stems, repeat(0)), np.float64, n)
        told: Values = np.rint(np.log(self.size / np.maximum(held, 1.0)) * STEP) / STEP
        return told

    def state(self) -> State:
        """As named arrays, numbers and strings."""
        counts = np.fromiter(self.counts.values(), np.int64, len(self.counts))
        return {
            "language": self.language,
            "pages": self.pages,
            "stems": "\n".join(self.counts),
            "counts": counts,
        }

    @classmethod
    def restored(cls, state: State) -> Idf:
        """The one whose state it is."""
        stems, counts = str(state["stems"]), np.asarray(state["counts"])
        held = dict(zip(stems.split("\n"), counts.tolist(), strict=True)) if stems else {}
        return cls(str(state["language"]), int(str(state["pages"])), held)


def _told(rarity: float) -> float:
    return round(math.log(rarity) * STEP) / STEP


class LearnedColumn:
    """An idf that goes on learning, over one lexicon: nothing is worked out before it is asked for."""

    def __init__(self, lexicon: Lexicon, idf: Idf) -> None:
        self.lexicon = lexicon
        self.idf = idf
        self.expected = Column(lexicon, lambda stems: [idf.expected(stem) for stem in stems])
        self.counts = np.zeros(2 * len(lexicon) + 1024)
        self.counts[lexicon.ids(idf.counts)] = list(idf.counts.values())

    def add(self, stems: Ids) -> None:
        """Count a page by the ids of its distinct stems; the idf has counted it already."""
        self._widen()
        self.counts[stems] += 1

    def __getitem__(self, stems: Ids) -> Values:
        self._widen()
        held = np.maximum(self.expected[stems] + self.counts[stems], 1.0)
        told: Values = np.rint(np.log(self.idf.size / held) * STEP) / STEP
        return told

    def _widen(self) -> None:
        if len(self.lexicon) > len(self.counts):
            self.counts = np.concatenate([self.counts, np.zeros(2 * len(self.lexicon))])
