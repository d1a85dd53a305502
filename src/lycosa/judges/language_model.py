"""A language model: how much likelier the topic's own language is to have made a text than language at large."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.base import Judge, JudgeError
from lycosa.judges.ranges import running
from lycosa.judges.stems import page_stems, stemmer_of, stems_of
from lycosa.pages.lexicon import Column
from lycosa.topics.words import RAREST, stem_frequencies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import State, Values
    from lycosa.judges.stems import Stemmer
    from lycosa.pages.lexicon import Ids, Lexicon
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic

DENSE = 0.03  # share of a just relevant page's words that are the topic's, where only words are given
NEAR = 0.5  # how far from language at large to a typical example the boundary lies, where examples are given
STEEP = 3.0  # text that is language at large lies so many steps of the curve below the boundary
WORDS = 40  # words that a query counts for beside examples, shared among its own


class LanguageModel(Judge):
    """The mean over words of ln(s + (1 - s) P(word | topic)/P(word | language)): 0 for language at large, s = 1.

    P(word | topic) comes from the topic's words and its examples, P(word | language) from how often words are used at
    all: three words or one example page already make a judge, and no page need say what is not meant. Words are stems
    without stop-words. `smooth` is s, the share of the topic's pages that is ordinary language.
    """

    word = "language_model"
    paper = "Ponte and Croft 1998; Hiemstra 2001"
    needs = ("words|examples",)

    def __init__(self, smooth: float = 0.5) -> None:
        self.smooth = smooth

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Count the topic's words, and take the measure of its examples."""
        self.language = topic.language
        texts = [page_stems(page, topic.language) for page in start]
        texts += [stems_of(one.text, topic.language) for one in topic.examples.relevant if one.text]
        texts = [text for text in texts if text]
        words = stems_of(topic.words, topic.language)
        if not (texts or words):
            raise JudgeError(f"{self}: no words to go by in the topic {topic.name!r}; describe it or give examples")
        self.odds = self._odds(words, texts)
        self.boundary = self._boundary(words, texts)
        self.view: _View | None = None

    @property
    def floor(self) -> float:
        """What a word counts that the topic's language lacks."""
        return math.log(self.smooth)

    def _odds(self, words: Sequence[str], texts: Sequence[Sequence[str]]) -> dict[str, float]:
        """The log of the likelihood ratio of each of the topic's stems."""
        counts: Counter[str] = Counter()
        for text in texts:
            for stem, times in Counter(text).items():
                counts[stem] += times / len(text) / len(texts)  # type: ignore[assignment]  # shares, not numbers
        weight = WORDS / (WORDS + sum(map(len, texts)) / len(texts)) if texts else 1.0
        shares = {stem: (1 - weight if words else 1.0) * share for stem, share in counts.items()}
        for stem in words:
            shares[stem] = shares.get(stem, 0.0) + weight / len(words)
        common = stem_frequencies(self.language)
        return {
            stem: math.log(self.smooth + (1 - self.smooth) * share / max(common.get(stem, 0.0), RAREST))
            for stem, share in shares.items()
        }

    def _boundary(self, words: Sequence[str], texts: Sequence[Sequence[str]]) -> float:
        if not texts:
            held = sum(self.odds.values()) / len(self.odds)
            return self.floor + DENSE * (held - self.floor)
        if len(texts) == 1:
            return self.floor + NEAR * NEAR * (self._mean(texts[0], self.odds) - self.floor)
        typical = [
            self._mean(text, self._odds(words, [*texts[:place], *texts[place + 1 :]]))
            for place, text in enumerate(texts)
        ]
        return self.floor + NEAR * (float(np.median(typical)) - self.floor)

    def _mean(self, text: Sequence[str], odds: dict[str, float]) -> float:
        return sum(odds.get(stem, self.floor) for stem in text) / len(text)

    def curve(self, margins: Values) -> Values:
        """A logistic around the boundary."""
        step = (self.boundary - self.floor) / STEEP or 1.0
        with np.errstate(over="ignore"):
            scores: Values = 1.0 / (1.0 + np.exp((self.boundary - margins) / step))
        return scores

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The mean of each range's words; a range without words is as far from the topic as can be."""
        view = self.over(text.lexicon)
        (sums, words), ranges = view.read(text), view.stemmer.inside(text.tokens, ranges)
        counts = words[ranges.ends] - words[ranges.starts]
        totals = sums[ranges.ends] - sums[ranges.starts]
        return np.where(counts > 0, totals / np.maximum(counts, 1), self.floor)

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The words of the first range by what they add to its mean."""
        written = self.over(text.lexicon).stemmer.by_stem(text, ranges)
        length = sum(map(len, written.values())) or 1
        found = [
            (words[0], len(words) * self.odds[stem] / length) for stem, words in written.items() if stem in self.odds
        ]
        return sorted(found, key=lambda entry: (-abs(entry[1]), entry[0]))

    def over(self, lexicon: Lexicon) -> _View:
        """The odds by the numbers of this lexicon."""
        if self.view is None or self.view.stemmer.lexicon is not lexicon:
            self.view = _View(stemmer_of(lexicon, self.language), self.odds, self.floor)
        return self.view

    def state(self) -> State:
        """The odds of the topic's stems, and the boundary."""
        return {
            "language": self.language,
            "stems": "\n".join(self.odds),
            "odds": np.array(list(self.odds.values())),
            "boundary": self.boundary,
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        stems, odds = str(state["stems"]), np.asarray(state["odds"])
        self.odds = dict(zip(stems.split("\n") if stems else [], odds.tolist(), strict=True))
        self.language, self.boundary = str(state["language"]), float(str(state["boundary"]))
        self.view = None


class _View:
    """The odds over one lexicon."""

    last: tuple[Text, Values, Ids] | None = None

    def __init__(self, stemmer: Stemmer, odds: dict[str, float], least: float) -> None:
        self.stemmer = stemmer
        self.odds = Column(stemmer.lexicon, lambda stems: [odds.get(stem, least) for stem in stems])

    def read(self, text: Text) -> tuple[Values, Ids]:
        """Sums of odds, and numbers of words, up to each place."""
        if self.last is None or self.last[0] is not text:
            kept, stems = self.stemmer(text.tokens)
            values = np.zeros(len(kept))
            values[kept] = self.odds[stems]
            self.last = (text, running(values), running(kept))
        return self.last[1:]
