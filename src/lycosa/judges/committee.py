"""A committee of three (Pant and Srinivasan 2006, section 6): what most of its judges find relevant is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.bayes import Bayes
from lycosa.judges.company import Company
from lycosa.judges.neural import Neural
from lycosa.judges.svm import Svm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import Values
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic


class Committee(Company):
    """The middle score of `bayes`, `svm` and `neural`: at least 0.5 where most of the three say so.

    It is meant for measuring crawls that another judge guides, made of at least twice as many examples.
    """

    word = "committee"
    paper = "Pant and Srinivasan 2006, section 6"
    needs = ("examples",)

    def __init__(self) -> None:
        self.judges = [Bayes(), Svm(), Neural()]

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Begin each."""
        for judge in self.judges:
            judge.begin(topic, start)

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The middle score of each range."""
        scores = [judge.scores(text, ranges) for judge in self.judges]
        middle: Values = np.sort(np.array(scores), axis=0)[len(scores) // 2]
        return middle

    def curve(self, margins: Values) -> Values:
        """The margins themselves."""
        scores: Values = np.clip(margins, 0.0, 1.0)
        return scores

    def added(self, text: Text, ranges: Ranges) -> list[Values]:
        """What each judge's score is above or below 0.5."""
        return [judge.scores(text, ranges) - self.boundary for judge in self.judges]
