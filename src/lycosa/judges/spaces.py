"""Ranges of text as vectors: of words that stand there or not, or of tf-idf, each of length one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.judges.direction import tf
from lycosa.judges.idf import Idf
from lycosa.judges.phrases import Finder, Trie
from lycosa.judges.ranges import count, running
from lycosa.judges.stems import stemmer_of
from lycosa.pages.lexicon import Column, Lexicon
from lycosa.pages.records import Ranges, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.judges.phrases import Matches
    from lycosa.judges.ranges import Counts
    from lycosa.judges.stems import Stemmer
    from lycosa.judges.training import Words
    from lycosa.pages.records import Positions

UNITS = ("words", "tfidf", "words+phrases")
LONGEST = 3  # words of a phrase
SHARED = 2  # texts that must have a phrase before it is a feature


class Vectors(NamedTuple):
    """A sparse vector for each range: entries by range and feature, and what a range's values are multiplied by."""

    parts: Sequence[tuple[Counts, Values]]
    scale: Values

    def dot(self, weights: Values) -> Values:
        """The product of each with a vector of weights, or with each column of a table of them."""
        sums = np.zeros((len(self.scale), *weights.shape[1:]))
        for counts, values in self.parts:
            sums += counts.sums(_times(values, weights[counts.names]))
        return _times(self.scale, sums)


def _times(values: Values, rows: Values) -> Values:
    """Each row times its value."""
    product: Values = values * rows if rows.ndim == 1 else values[:, None] * rows
    return product


class Space:
    """Features, numbered as they are first met, and how much each counts."""

    def __init__(self, units: str, language: str, features: list[str], idf: Values) -> None:
        self.units = units
        self.language = language
        self.features = features
        self.idf = idf
        self.view: _Words | _Stems | _Phrases | None = None

    @classmethod
    def of(cls, units: str, texts: Sequence[Words], language: str) -> Space:
        """The features of these texts: words as they are written, or stems, with phrases that two texts have."""
        if units == "words":
            words = list(dict.fromkeys(word for text in texts for word in text))
            return cls(units, language, words, np.ones(len(words)))
        return cls(units, language, *_stems(texts, language, LONGEST if units == "words+phrases" else 1))

    def __len__(self) -> int:
        return len(self.features)

    def vectors(self, text: Text, ranges: Ranges) -> Vectors:
        """The vector of each range."""
        return self.over(text.lexicon).vectors(text, ranges)

    def over(self, lexicon: Lexicon) -> _Words | _Stems | _Phrases:
        """The features by the numbers of this lexicon."""
        if self.view is None or self.view.lexicon is not lexicon:
            kind = {"words": _Words, "tfidf": _Stems, "words+phrases": _Phrases}[self.units]
            self.view = kind(self, lexicon)
        return self.view

    def explain(self, text: Text, ranges: Ranges, weights: Values) -> list[tuple[str, float]]:
        """What each feature of the first range adds to its product with the weights, the heaviest first."""
        vectors = self.vectors(text, Ranges(ranges.starts[:1], ranges.ends[:1]))
        found = [
            (self.features[name], part)
            for counts, values in vectors.parts
            for name, part in zip(
                counts.names.tolist(), (vectors.scale[0] * values * weights[counts.names]).tolist(), strict=True
            )
        ]
        return sorted((one for one in found if one[1]), key=lambda one: (-abs(one[1]), one[0]))

    def rows(self, texts: Sequence[Words]) -> list[Vectors]:
        """The vector of each text."""
        lexicon = Lexicon()
        held = [Text(lexicon.ids(words), lexicon) for words in texts]
        return [self.vectors(text, text.page) for text in held]

    def state(self) -> State:
        """As named arrays and strings."""
        return {"units": self.units, "language": self.language, "features": "\n".join(self.features), "idf": self.idf}

    @classmethod
    def restored(cls, state: State) -> Space:
        """The one whose state it is."""
        features = str(state["features"])
        held = features.split("\n") if features else []
        return cls(str(state["units"]), str(state["language"]), held, np.asarray(state["idf"], np.float64))


def _stems(texts: Sequence[Words], language: str, longest: int) -> tuple[list[str], Values]:
    """The stems of the texts and the phrases of them, and their idf."""
    lexicon = Lexicon()
    stemmer = stemmer_of(lexicon, language)
    known = Idf(language)
    for text in texts:
        stems = stemmer.listed(lexicon.ids(text))
        known.add(dict.fromkeys([*stems, *_phrases(stems, longest)]))
    features = [one for one, times in known.counts.items() if " " not in one or times >= SHARED]
    return features, known.many(features)


def _phrases(stems: Sequence[str], longest: int) -> list[str]:
    """Every two neighbours, every three, as strings."""
    lengths = range(2, longest + 1)
    return [" ".join(stems[at : at + length]) for length in lengths for at in range(len(stems) - length + 1)]


class _Words:
    """Words of the space over one lexicon. A word that stands there counts 1, however often."""

    last: tuple[Text, NDArray[np.int32], Positions] | None = None

    def __init__(self, space: Space, lexicon: Lexicon) -> None:
        numbers = {word: number for number, word in enumerate(space.features, 1)}
        self.space = space
        self.lexicon = lexicon
        self.number = Column(lexicon, lambda words: [numbers.get(word, 0) for word in words], np.int32)

    def vectors(self, text: Text, ranges: Ranges) -> Vectors:
        counts = self.counts(text, ranges)
        return Vectors([(counts, np.ones(len(counts.times)))], np.ones(len(ranges.starts)))

    def counts(self, text: Text, ranges: Ranges) -> Counts:
        """How often each feature stands in each range."""
        names, before = self.read(text)
        return count(names, Ranges(before[ranges.starts], before[ranges.ends]), len(self.space))

    def read(self, text: Text) -> tuple[NDArray[np.int32], Positions]:
        """The features that stand in the text, and how many of them before each place."""
        if self.last is None or self.last[0] is not text:
            numbers = self.numbers(text)
            self.last = (text, numbers[numbers > 0] - 1, running(numbers > 0))
        return self.last[1:]

    def numbers(self, text: Text) -> NDArray[np.int32]:
        """The feature of each token, from 1; 0 for none."""
        return self.number[text.tokens].astype(np.int32, copy=False)


class _Stems(_Words):
    """Stems of the space over one lexicon, weighted by (1 + ln n) idf."""

    def __init__(self, space: Space, lexicon: Lexicon) -> None:
        super().__init__(space, lexicon)
        self.stemmer: Stemmer = stemmer_of(lexicon, space.language)

    def counts(self, text: Text, ranges: Ranges) -> Counts:
        """Of the stems that stand in the range as a whole."""
        return super().counts(text, self.stemmer.inside(text.tokens, ranges))

    def numbers(self, text: Text) -> NDArray[np.int32]:
        kept, stems = self.stemmer(text.tokens)
        numbers = np.zeros(len(kept), np.int32)
        numbers[kept] = self.number[stems]
        return numbers

    def vectors(self, text: Text, ranges: Ranges) -> Vectors:
        counts = self.counts(text, ranges)
        return _of_length_one([(counts, self.weights(counts))], len(ranges.starts))

    def weights(self, counts: Counts) -> Values:
        """tf-idf of each entry."""
        weights: Values = tf(counts.times, log=True) * self.space.idf[counts.names]
        return weights


class _Phrases(_Stems):
    """Stems and phrases of them: of words that are neighbours once stop-words are out."""

    found: tuple[Text, Sequence[Matches], Positions] | None = None

    def __init__(self, space: Space, lexicon: Lexicon) -> None:
        super().__init__(space, lexicon)
        runs = [tuple(feature.split(" ")) for feature in space.features]
        self.finder = Finder(Trie(runs), lexicon, str)

    def vectors(self, text: Text, ranges: Ranges) -> Vectors:
        found, before = self.find(text)
        inner = self.stemmer.inside(text.tokens, ranges)
        inner = Ranges(before[inner.starts], before[inner.ends])
        held = [count(one.numbers.astype(np.int32), one.within(inner), len(self.space)) for one in found]
        return _of_length_one([(counts, self.weights(counts)) for counts in held], len(ranges.starts))

    def find(self, text: Text) -> tuple[Sequence[Matches], Positions]:
        """The features that stand in the text's stems, by length, and how many stems before each place."""
        if self.found is None or self.found[0] is not text:
            kept, stems = self.stemmer(text.tokens)
            self.found = (text, self.finder.find(Text(stems, text.lexicon)), running(kept))
        return self.found[1:]


def _of_length_one(parts: Sequence[tuple[Counts, Values]], ranges: int) -> Vectors:
    squares = np.zeros(ranges)
    for counts, values in parts:
        squares += counts.sums(values * values)
    return Vectors(parts, 1.0 / np.sqrt(np.where(squares > 0, squares, 1.0)))
