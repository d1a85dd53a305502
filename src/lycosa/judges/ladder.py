"""Which judge a topic deserves: from words to examples, at each rung the one that was best on labelled pages.

The figures are in docs/judges.md, made by bench/judges_table.py.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from lycosa import judges
from lycosa.judges.fitting import ENOUGH
from lycosa.judges.quality import average_precision
from lycosa.judges.training import distinct, page_words, texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import Judge
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

WORDS, VOCABULARY = "cosine", "vocabulary"
EXAMPLES = "mixture(svm, bayes, cosine)"
UNTAUGHT = "mixture(bayes, cosine)"  # where scikit-learn is absent
BEST, SURE = "svm+vocabulary", "svm"  # for who has written a vocabulary: the second where the first is worse


def deserved(topic: Topic, start: Sequence[Page] = ()) -> Judge:
    """The judge that a topic deserves by what it shows, made ready."""
    relevant = len(distinct([*map(page_words, start), *texts_of(topic.examples.relevant)]))
    if topic.vocabulary and relevant >= ENOUGH and _can_learn():
        return _not_worse(topic, start)
    return _begun(_name(topic, relevant), topic, start)


def _name(topic: Topic, relevant: int) -> str:
    if not relevant:
        return WORDS if topic.words.strip() or not topic.vocabulary else VOCABULARY
    return EXAMPLES if _can_learn() else UNTAUGHT


def _not_worse(topic: Topic, start: Sequence[Page]) -> Judge:
    """The mixture with the topic's own vocabulary, or the machine alone where that ranks examples held out better."""
    best, sure = (_begun(name, topic, start) for name in (BEST, SURE))
    return best if _precision(best, topic, start) >= _precision(sure, topic, start) else sure


def _precision(judge: Judge, topic: Topic, start: Sequence[Page]) -> float:
    relevant = len(distinct([*map(page_words, start), *texts_of(topic.examples.relevant)]))
    held = np.zeros(0) if judge.held is None else judge.held
    return average_precision(held, np.arange(len(held)) < relevant)


def _begun(name: str, topic: Topic, start: Sequence[Page]) -> Judge:
    judge = judges.find(name)
    judges.check_needs(judge, topic, start)
    judge.begin(topic, start)
    return judge


def _can_learn() -> bool:
    return find_spec("sklearn") is not None
