"""What a judge need not write itself."""

from __future__ import annotations

import numpy as np

from lycosa.judges.base import Judge
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.topics.topic import Topic


class Letters(Judge):
    """Counts the letters of words beyond three."""

    word = ""

    def margins(self, text, ranges):
        long = [max(0, len(text.lexicon.words[token]) - 3) for token in text.tokens.tolist()]
        return np.array([sum(long[start:end]) for start, end in zip(*ranges, strict=True)], np.float64)


def test_a_judge_of_margins_alone_explains_by_what_each_word_has_alone():
    lexicon = Lexicon()
    text = Text(lexicon.ids(["the", "spider", "hunts", "the", "prey", "spider"]), lexicon)
    judge = Letters()
    judge.begin(Topic(name="t"))

    assert judge.explain(text, text.page) == [("spider", 3.0), ("hunts", 2.0), ("prey", 1.0)]
    assert judge.explain(text, Ranges(np.array([3]), np.array([5]))) == [("prey", 1.0)]
    assert judge.explain(text, Ranges(np.array([3]), np.array([3]))) == []


def test_what_keeps_nothing_comes_back_from_nothing():
    judge = Letters()
    judge.restore(judge.state())

    assert judge.state() == {}
