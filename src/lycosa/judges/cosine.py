"""Cosine of tf-idf vectors (seed 001, equation 1): how much a text's words look like the topic's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.idf import Idf
from lycosa.judges.ranges import Firsts, among, count, dyadic, running
from lycosa.judges.stems import Stemmer, page_stems, stems_of
from lycosa.pages.lexicon import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import State, Values
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic

MARGIN_BITS = 40
ALONE = 0.1


class Cosine(Judge):
    """The cosine between a text and the mean direction of the topic's description and its example pages.

    Words are Porter stems without stop-words, weights tf times idf. `like` says whom to resemble: "words"
    the topic's description or query, "examples" the start pages and inline examples, "both" the mean of all.
    """

    word = "cosine"
    paper = "Uluhan 2006, chapter III, equation 1"
    needs = ("words|examples",)

    def __init__(self, like: str = "both", idf: str = "fixed") -> None:
        self.like = like
        self.idf = idf
        self.shared = idf != "crawl"

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Fix idf, direction and boundary."""
        examples = [page_stems(page, topic.language) for page in start]
        self.known = Idf(topic.language)
        for stems in examples:
            self.known.add(dict.fromkeys(stems))
        examples += [stems_of(one.text, topic.language) for one in topic.examples.relevant if one.text]
        described = [stems_of(topic.words, topic.language)] if topic.words else []
        texts = {"words": described, "examples": examples}.get(self.like) or [*described, *examples]
        self.terms = list(dict.fromkeys(stem for text in texts for stem in text))
        self.times = np.array([[text.count(term) for term in self.terms] for text in texts], np.float64)
        self.boundary = ALONE
        self.view: _View | None = None

    def direction(self) -> Values:
        """The mean of the topic's texts, each of length one; again of length one."""
        idf = np.array([self.known(term) for term in self.terms])
        vectors = self.times * idf
        mean = np.mean([_unit(vector) for vector in vectors], axis=0)
        return dyadic(_unit(mean) * idf, MARGIN_BITS)

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The cosine of each range."""
        view = self.over(text.lexicon)
        kept, stems = view.stemmer(text.tokens)
        ranges = among(kept, ranges)
        sums = running(view.direction[stems])
        dots = sums[ranges.ends] - sums[ranges.starts]
        live = np.flatnonzero(dots)
        counts = count(view.firsts[stems], type(ranges)(ranges.starts[live], ranges.ends[live]))
        weights = view.idf[stems][counts.firsts] * counts.times
        squares = np.bincount(counts.ranges, weights * weights, len(live))
        margins = np.zeros(len(dots))
        margins[live] = dots[live] / np.sqrt(squares)
        return margins

    def over(self, lexicon: Lexicon) -> _View:
        """The judge's weights by the numbers of this lexicon."""
        if self.view is None or self.view.stemmer.lexicon is not lexicon:
            self.view = _View(
                lexicon, self.known, dict(zip(self.terms, self.direction().tolist(), strict=True))
            )
        return self.view

    def state(self) -> State:
        """Counts of words, from which all else follows."""
        return {
            **self.known.state(),
            "terms": "\n".join(self.terms),
            "times": self.times,
            "boundary": self.boundary,
        }

    def restore(self, state: State) -> None:
        """Back to those counts."""
        self.known = Idf.restored(state)
        self.terms = str(state["terms"]).split("\n") if state["terms"] else []
        self.times = np.asarray(state["times"], np.float64)
        self.boundary = float(str(state["boundary"]))
        self.view = None


class _View:
    """Weights as columns over one lexicon."""

    def __init__(self, lexicon: Lexicon, idf: Idf, direction: dict[str, float]) -> None:
        self.stemmer = Stemmer(lexicon, idf.language)
        self.firsts = Firsts()
        self.idf = Column(lexicon, idf)
        self.direction = Column(lexicon, lambda stem: direction.get(stem, 0.0))


def _unit(vector: Values) -> Values:
    length = np.sqrt(np.sum(vector * vector))
    return vector / length if length else vector
