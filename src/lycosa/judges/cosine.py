"""Cosine of tf-idf vectors (Uluhan 2006, equation 1): how much a text's words look like the topic's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from lycosa.judges.base import Judge, JudgeError
from lycosa.judges.direction import Texts, mean_direction, tf, typical_cosine
from lycosa.judges.idf import Idf, LearnedColumn
from lycosa.judges.ranges import Firsts, count, running
from lycosa.judges.stems import page_stems, stemmer_of, stems_of
from lycosa.pages.lexicon import Column
from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page, Positions, Text
    from lycosa.topics.topic import Topic


class Usual(NamedTuple):
    """Cosines that best told the pages of a subject from others, over 18 subjects of an encyclopedia."""

    words: float  # with the topic's words alone
    one: float  # with the direction of a single example
    many: float  # with that of several


USUAL = {"log": Usual(0.05, 0.14, 0.2), "raw": Usual(0.03, 0.08, 0.12)}
LEAST = 0.01  # a boundary is never nothing
ALIKE = 0.8  # where examples are much alike, a page must be nearly as much so: sites repeat themselves


class Cosine(Judge):
    """The cosine between a text and the mean direction of the topic's description and example pages.

    Words are stems without stop-words, their weights tf times idf. `like` says whom to resemble: the "words"
    of the topic (its description or query), its "examples" (start pages and inline texts), or "both". `tf` is
    "log" (1 + ln n) or "raw"; of the direction the `terms` heaviest are kept. `idf` is "fixed" when the hunt
    begins, or goes on learning from the "crawl".

    The boundary is the geometric mean of what is usual and the median cosine of an example with the direction
    of all the others: a few examples may be much alike, or hardly, by chance. It is at least four fifths of the latter.
    With less than two examples it is what is usual.
    """

    word = "cosine"
    paper = "Uluhan 2006, chapter III, equation 1"
    needs = ("words|examples",)
    choices: ClassVar = {
        "like": ("words", "examples", "both"),
        "tf": ("log", "raw"),
        "idf": ("fixed", "crawl"),
    }
    least: ClassVar = {"terms": 1}

    def __init__(self, like: str = "both", tf: str = "log", terms: int = 400, idf: str = "fixed") -> None:
        self.like = like
        self.tf = tf
        self.terms = terms
        self.idf = idf
        self.shared = idf != "crawl"

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Fix idf, direction and boundary."""
        examples = [page_stems(page, topic.language) for page in start]
        examples += [stems_of(one.text, topic.language) for one in topic.examples.relevant if one.text]
        self.known = Idf(topic.language)
        for stems in examples:
            self.known.add(dict.fromkeys(stems))
        words = [stems_of(topic.words, topic.language)] if self.like != "examples" else []
        self.texts = Texts.of([*words, *(examples if self.like != "words" else ())])
        if not len(self.texts):
            raise JudgeError(f"{self}: no words to go by in the topic {topic.name!r}; describe it or give examples")
        self.boundary = self._boundary(sum(map(bool, words)))
        self.view: _View | None = None

    def _boundary(self, words: int) -> float:
        examples = len(self.texts) - words
        if examples < 2:  # there is no other example to compare one with
            return USUAL[self.tf].one if examples else USUAL[self.tf].words
        idf = np.array([self.known(term) for term in self.texts.terms])
        typical = typical_cosine(self.texts.units(idf, log=self.log), self.terms, words)
        return max(LEAST, math.sqrt(typical * USUAL[self.tf].many), ALIKE * typical)

    @property
    def log(self) -> bool:
        """Whether tf is logarithmic."""
        return self.tf == "log"

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The cosine of each range."""
        view = self.over(text.lexicon)
        read, ranges = view.read(text), view.stemmer.inside(text.tokens, ranges)
        starts, ends = read.before[ranges.starts], read.before[ranges.ends]
        live = np.flatnonzero(read.near[ends] > read.near[starts])
        counts = count(read.names, Ranges(starts[live], ends[live]), len(read.names))
        weights = tf(counts.times, log=self.log) * read.idf[counts.names]
        dots, squares = counts.sums(weights * read.pull[counts.names]), counts.sums(weights * weights)
        margins = np.zeros(len(ranges.starts))
        margins[live] = dots / np.sqrt(squares)
        return margins

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The words of the first range by what they add to the cosine; together they are the cosine."""
        view = self.over(text.lexicon)
        written = view.stemmer.by_stem(text, ranges)
        stems = text.lexicon.ids(written)
        times = np.array([len(words) for words in written.values()], np.int64)
        weights = tf(times, log=self.log) * view.idf[stems]
        parts = weights * view.direction[stems] / np.sqrt(np.sum(weights * weights))
        found = [(words[0], part) for words, part in zip(written.values(), parts.tolist(), strict=True) if part]
        return sorted(found, key=lambda entry: (-entry[1], entry[0]))

    def observe(self, page: Page) -> None:
        """Learn from a page fed how common its words are."""
        if self.idf != "crawl":
            return
        view = self.over(page.text.lexicon)
        stems = np.unique(view.stemmer(page.text.tokens[page.text.page.starts[0] :])[1])
        self.known.add(page.text.lexicon.words[number] for number in stems.tolist())
        if isinstance(view.idf, LearnedColumn):
            view.idf.add(stems)
            view.point(self.texts, self.terms, log=self.log)

    def over(self, lexicon: Lexicon) -> _View:
        """The judge's weights by the numbers of this lexicon."""
        if self.view is None or self.view.stemmer.lexicon is not lexicon:
            idf = LearnedColumn(lexicon, self.known) if self.idf == "crawl" else Column(lexicon, self.known.many)
            self.view = _View(lexicon, self.known.language, idf)
            self.view.point(self.texts, self.terms, log=self.log)
        return self.view

    def state(self) -> State:
        """Counts of words, from which all else follows."""
        return {**self.known.state(), **self.texts.state(), "boundary": self.boundary}

    def restore(self, state: State) -> None:
        """Back to those counts."""
        self.known = Idf.restored(state)
        self.texts = Texts.restored(state)
        self.boundary = float(str(state["boundary"]))
        self.view = None


class _Read(NamedTuple):
    """What a text is to the judge, whatever its ranges."""

    text: Text
    before: Positions  # words that count before each place
    names: NDArray[np.int32]
    idf: Values
    pull: Values  # of each word's stem towards the topic
    near: Positions  # words with a pull before each place


class _View:
    """The judge's weights over one lexicon."""

    last: _Read | None = None  # a page and its cues are asked for one after the other

    def __init__(self, lexicon: Lexicon, language: str, idf: Column | LearnedColumn) -> None:
        self.stemmer = stemmer_of(lexicon, language)
        self.firsts = Firsts()
        self.idf = idf
        self.direction = Column(lexicon, lambda stems: np.zeros(len(stems)))

    def read(self, text: Text) -> _Read:
        """The text's words as the judge sees them."""
        if self.last is None or self.last.text is not text:
            kept, stems = self.stemmer(text.tokens)
            pull = self.direction[stems]
            names, idf = self.firsts[stems], self.idf[stems]
            self.last = _Read(text, running(kept), names, idf, pull, running(pull > 0))
        return self.last

    def point(self, texts: Texts, most: int, *, log: bool) -> None:
        """Point where the topic's texts do under the idf of now."""
        ids = self.stemmer.lexicon.ids(texts.terms)
        self.last = None
        self.direction.grow()
        self.direction.values[ids] = mean_direction(texts.units(self.idf[ids], log=log), most)
