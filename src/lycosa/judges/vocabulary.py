"""String matching by a weighted vocabulary (García Dorado 2008, section 7.5, with the Combine crawler's formulas)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.combine import Weights, by_position, sums
from lycosa.judges.measure import measures
from lycosa.judges.phrases import Finder, Trie
from lycosa.pages.records import Ranges
from lycosa.pages.stems import stem
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lycosa.judges.base import State, Values
    from lycosa.judges.phrases import Matches, Phrase
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page, Text
    from lycosa.topics.topic import Term, Topic

GRID = 2.0**36  # weights are rounded to so fine a grid that sums are exact: the same words, the same bits
MENTIONS = 3.0  # of a middling term make a page just relevant, where nothing else tells
SHARE = 0.5  # of the start pages' median


class Vocabulary(Judge):
    """The sum of the weights of the terms found, a term as often as it stands, an @and-term once.

    Words and phrases match whole words, or by their stems. `in_title`, `in_body`, `in_headings` and `in_meta`
    weigh the places of a whole page. With `by_position` a whole page is valued by Combine's second formula: a
    match counts weight/ln(position/2), that of an @and-term divided by ln(distance) of its parts too, neither
    logarithm below 1. With `weights="same"` every term counts +1 or -1, whatever its own weight.

    The boundary is half the median of the start pages or, where that is nothing, three times the median
    positive weight.
    """

    word = "vocabulary"
    paper = "García Dorado 2008, sections 7.5 and 9.3.1; Combine's algorithms 1 and 2"
    needs = ("vocabulary",)
    choices: ClassVar = {"weights": ("own", "same")}

    def __init__(
        self,
        in_title: float = 1.0,
        in_body: float = 1.0,
        in_headings: float = 0.0,
        in_meta: float = 0.0,
        by_position: bool = False,
        stems: bool = False,
        weights: str = "own",
    ) -> None:
        self.in_title = in_title
        self.in_body = in_body
        self.in_headings = in_headings
        self.in_meta = in_meta
        self.by_position = by_position
        self.stems = stems
        self.weights = weights

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Number the phrases and take the measure of the start pages."""
        self.language = topic.language
        self._learn((tuple(map(self._phrase, term.parts)), self._weight(term)) for term in topic.vocabulary)
        raw = [self.margins(text, text.page)[0] for text in measures(topic, start)]
        positive = [weight for _, weight in self.terms if weight > 0]
        usual = MENTIONS * float(np.median(positive)) if positive else 1.0
        held = SHARE * float(np.median(raw)) if raw else 0.0
        self.boundary = held if held > 0 else usual

    def _weight(self, term: Term) -> float:
        return float(np.sign(term.weight)) if self.weights == "same" else term.weight

    def _phrase(self, part: str) -> Phrase:
        return tuple(map(self._written, tokens(part)))

    def _written(self, word: str) -> str:
        return stem(word, self.language) if self.stems else word

    def _learn(self, terms: Iterable[tuple[tuple[Phrase, ...], float]]) -> None:
        """Terms as they are, and as weights of a trie's phrases."""
        self.terms = [(parts, round(weight * GRID) / GRID) for parts, weight in terms if all(parts)]
        self.trie = Trie(phrase for parts, _ in self.terms for phrase in parts)
        number = {phrase: place for place, phrase in enumerate(self.trie.phrases)}
        alone = np.zeros(len(number))
        together = []
        for parts, weight in self.terms:
            if len(parts) == 1:
                alone[number[parts[0]]] += weight
            else:
                together.append((tuple(number[part] for part in parts), weight))
        self.worth = Weights(alone, together)
        self.finder: Finder | None = None

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The sum of each range."""
        return self._values(text, ranges, self._found(text), self.worth)

    def _found(self, text: Text) -> Sequence[Matches]:
        return self.over(text.lexicon).find(text)

    def _values(self, text: Text, ranges: Ranges, found: Sequence[Matches], weights: Weights) -> Values:
        values = sums(found, ranges, weights)
        if text.places and not self._plain:
            start, end = (int(side[0]) for side in text.page)
            whole = (ranges.starts == start) & (ranges.ends == end)
            if whole.any():
                values[whole] = self._whole(text, found, weights)
        return values

    @property
    def _plain(self) -> bool:
        weights = (self.in_title, self.in_body, self.in_headings, self.in_meta)
        return weights == (1.0, 1.0, 0.0, 0.0) and not self.by_position

    def _whole(self, text: Text, found: Sequence[Matches], weights: Weights) -> float:
        if self.by_position:
            return by_position(found, text.page, weights)
        held = [text.places.get(place, (0, 0)) for place in ("title", "body", "headings", "meta")]
        starts, ends = np.array(held).T
        values = sums(found, Ranges(starts, ends), weights)
        scales = (self.in_title, self.in_body, self.in_headings, self.in_meta)
        return math.fsum(scale * value for scale, value in zip(scales, values.tolist(), strict=True))

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The terms of the first range by what each adds; together they are the margin."""
        first = Ranges(ranges.starts[:1], ranges.ends[:1])
        found = self._found(text)
        nothing = np.zeros(len(self.worth.alone))
        parts = []
        for number in dict.fromkeys(number for matches in found for number in matches.numbers.tolist()):
            alone = nothing.copy()
            alone[number] = self.worth.alone[number]
            parts.append((" ".join(self.trie.phrases[number]), Weights(alone, ())))
        for term in self.worth.together:
            name = " @and ".join(" ".join(self.trie.phrases[number]) for number in term[0])
            parts.append((name, Weights(nothing, (term,))))
        valued = ((name, float(self._values(text, first, found, weights)[0])) for name, weights in parts)
        return sorted(((name, value) for name, value in valued if value), key=lambda one: (-abs(one[1]), one[0]))

    def over(self, lexicon: Lexicon) -> Finder:
        """The vocabulary by the numbers of this lexicon."""
        if self.finder is None or self.finder.lexicon is not lexicon:
            self.finder = Finder(self.trie, lexicon, self._written)
        return self.finder

    def state(self) -> State:
        """The terms and the boundary."""
        lines = "\n".join(" @and ".join(" ".join(part) for part in parts) for parts, _ in self.terms)
        weights = np.array([weight for _, weight in self.terms])
        return {"terms": lines, "weights": weights, "boundary": self.boundary, "language": self.language}

    def restore(self, state: State) -> None:
        """Back to those."""
        lines = str(state["terms"]).split("\n") if state["terms"] else []
        parts = [tuple(tuple(part.split(" ")) for part in line.split(" @and ")) for line in lines]
        self.language = str(state["language"])
        self._learn(zip(parts, np.asarray(state["weights"]).tolist(), strict=True))
        self.boundary = float(str(state["boundary"]))
