"""Naive Bayes: how much likelier a text's words are among relevant texts than among unrelated ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.calibration import Logistic, fitted, of_few
from lycosa.judges.fitting import ENOUGH, folds_of
from lycosa.judges.ranges import running
from lycosa.judges.stems import stemmer_of
from lycosa.judges.training import check_training, training
from lycosa.pages.lexicon import Column, Lexicon
from lycosa.topics.words import stem_frequencies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.judges.stems import Stemmer
    from lycosa.judges.training import Training
    from lycosa.pages.records import Page, Positions, Ranges, Text
    from lycosa.topics.topic import Topic

LENGTH = 300.0  # words that every text counts for, however long it is
QUIET = 4.0  # words that say nothing and are added to every range: one telling word alone is little evidence


class Bayes(Judge):
    """The mean over a range's words of ln P(word | relevant)/P(word | unrelated), so that cues and pages compare.

    The model is the multinomial one with `smooth` mentions of each word added (Laplace has 1). Words are stems without
    stop-words; words never met say nothing, and so do four words added to each range. Every text counts for 300 words,
    and both classes count alike. Where the topic shows no unrelated text, the words of its language are unrelated, as
    frequent as they are. The score is the probability by examples held out.
    """

    word = "bayes"
    paper = "McCallum and Nigam 1998; Pant and Srinivasan 2006, section 7"
    needs = ("examples",)
    least: ClassVar = {"smooth": 1e-6}

    def __init__(self, smooth: float = 1.0) -> None:
        self.smooth = smooth

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Count words, and fit the curve to examples held out."""
        shown = check_training(self, topic, training(topic, start))
        self.language = shown.language
        counts = _Counts(shown, shown.language)
        self._learn(counts.stems, counts.odds(self.smooth, np.ones(len(counts.relevant), np.bool_)))
        self.logistic = self._calibrated(counts)
        self.boundary = self.logistic.boundary

    def _learn(self, stems: Sequence[str], odds: Values) -> None:
        self.odds = dict(zip(stems, odds.tolist(), strict=True))
        self.view: _View | None = None

    def _calibrated(self, counts: _Counts) -> Logistic:
        relevant, of = counts.relevant, folds_of(counts.relevant)
        margins = np.zeros(len(relevant))
        if relevant.sum() < ENOUGH or of.max() == 0:
            self.held = None
            margins[:] = counts.means(counts.odds(self.smooth, np.ones(len(relevant), np.bool_)))
            return of_few(float(margins[relevant].mean()), float(margins[~relevant].mean()))
        for fold in range(int(of.max()) + 1):
            margins[of == fold] = counts.means(counts.odds(self.smooth, of != fold))[of == fold]
        self.held = margins
        return fitted(margins, relevant, made_up=counts.language is not None)

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The mean of each range."""
        view = self.over(text.lexicon)
        (sums, words), ranges = view.read(text), view.stemmer.inside(text.tokens, ranges)
        totals: Values = sums[ranges.ends] - sums[ranges.starts]
        return totals / (words[ranges.ends] - words[ranges.starts] + QUIET)

    def curve(self, margins: Values) -> Values:
        """The fitted probability."""
        return self.logistic(margins)

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The words of the first range by what they add to its mean; together they are the margin."""
        written = self.over(text.lexicon).stemmer.by_stem(text, ranges)
        known = {stem: words for stem, words in written.items() if stem in self.odds}
        length = sum(map(len, known.values())) + QUIET
        found = [(words[0], len(words) * self.odds[stem] / length) for stem, words in known.items()]
        return sorted((one for one in found if one[1]), key=lambda one: (-abs(one[1]), one[0]))

    def over(self, lexicon: Lexicon) -> _View:
        """The odds by the numbers of this lexicon."""
        if self.view is None or self.view.stemmer.lexicon is not lexicon:
            self.view = _View(stemmer_of(lexicon, self.language), self.odds)
        return self.view

    def state(self) -> State:
        """The odds of stems, and the curve."""
        return {
            "language": self.language,
            "stems": "\n".join(self.odds),
            "odds": np.array(list(self.odds.values())),
            "boundary": self.boundary,
            "slope": self.logistic.slope,
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        self.language = str(state["language"])
        self._learn(str(state["stems"]).split("\n"), np.asarray(state["odds"], np.float64))
        self.logistic = Logistic(float(str(state["boundary"])), float(str(state["slope"])))
        self.boundary = self.logistic.boundary


class _Counts:
    """How often each text has each stem."""

    def __init__(self, shown: Training, language: str) -> None:
        lexicon = Lexicon()
        stemmer = stemmer_of(lexicon, language)
        common = stem_frequencies(language) if shown.made_up else {}
        number: dict[str, int] = {}
        self.rows: list[tuple[NDArray[np.int64], Positions]] = []
        for text in shown.texts:
            counted = Counter(stemmer(lexicon.ids(text))[1].tolist())
            names = [number.setdefault(lexicon.words[stem], len(number)) for stem in counted]
            self.rows.append((np.array(names, np.int64), np.array(list(counted.values()), np.int64)))
        for stem in common:
            number.setdefault(stem, len(number))
        self.stems = list(number)
        self.relevant = np.arange(len(self.rows)) < len(shown.relevant)
        self.language = np.array([common.get(stem, 0.0) for stem in self.stems]) if shown.made_up else None

    def odds(self, smooth: float, among: NDArray[np.bool_]) -> Values:
        """Ln P(stem | relevant)/P(stem | unrelated) of each stem, by some of the texts."""
        relevant = self._totals(self.relevant & among)
        if self.language is None:
            unrelated = self._totals(~self.relevant & among)
        else:
            unrelated = self.language / self.language.sum() * LENGTH * float((~self.relevant).sum())
        sides = [np.log((side + smooth) / (side.sum() + smooth * len(side))) for side in (relevant, unrelated)]
        odds: Values = sides[0] - sides[1]
        return odds

    def _totals(self, among: NDArray[np.bool_]) -> Values:
        totals = np.zeros(len(self.stems))
        for place in np.flatnonzero(among).tolist():
            names, times = self.rows[place]
            totals[names] += times * (LENGTH / max(int(times.sum()), 1))
        return totals

    def means(self, odds: Values) -> Values:
        """The margin of each text."""
        return np.array([np.sum(times * odds[names]) / (times.sum() + QUIET) for names, times in self.rows])


class _View:
    """The odds over one lexicon."""

    last: tuple[Text, Values, Positions] | None = None

    def __init__(self, stemmer: Stemmer, odds: dict[str, float]) -> None:
        self.stemmer = stemmer
        self.odds = Column(stemmer.lexicon, lambda stems: [odds.get(stem, np.nan) for stem in stems])

    def read(self, text: Text) -> tuple[Values, Positions]:
        """Sums of odds, and numbers of words known, up to each place."""
        if self.last is None or self.last[0] is not text:
            kept, stems = self.stemmer(text.tokens)
            values = np.full(len(kept), np.nan)
            values[kept] = self.odds[stems]
            known = ~np.isnan(values)
            self.last = (text, running(np.where(known, values, 0.0)), running(known))
        return self.last[1:]
