"""Which judge a topic deserves: from words to examples, at each rung the one that was best on labelled pages.

The figures are in docs/judges.md, made by bench/judges_table.py.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

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

USUAL = "auto"  # where nobody names a judge
Start = TypeVar("Start")  # a page, or what stands for one
WORDS, VOCABULARY = "cosine", "vocabulary"
LIKES = "mixture(svm, 1, bayes, 1, cosine, 4)"  # of relevant examples alone: against made-up texts machines know less
EXAMPLES = "mixture(svm, bayes, cosine)"
UNTAUGHT = {LIKES: "mixture(bayes, 1, cosine, 4)", EXAMPLES: "mixture(bayes, cosine)"}  # where scikit-learn is absent
BEST, SURE = "svm+vocabulary", "svm"  # for who has written a vocabulary: the second where the first is worse


def deserved(topic: Topic, start: Sequence[Page] = ()) -> Judge:
    """The judge that a topic deserves by what it shows, made ready."""
    shown = examples_among(topic, start)
    relevant = _relevant(topic, shown)
    if not relevant:
        return _begun(WORDS if topic.words.strip() or not topic.vocabulary else VOCABULARY, topic, start)
    if topic.vocabulary and relevant >= ENOUGH and _can_learn():
        return _not_worse(topic, shown)
    name = _by_examples(topic)
    return _begun(name if _can_learn() else UNTAUGHT[name], topic, shown)


def _by_examples(topic: Topic) -> str:
    """By what is known of pages that do not belong: real ones, or what the language is like."""
    return EXAMPLES if texts_of((*topic.examples.unrelated, *topic.neighbours)) else LIKES


def examples_among(topic: Topic, start: Sequence[Start]) -> Sequence[Start]:
    """The start pages, where they are examples: the topic names them as such, or shows nothing else that is relevant.

    Elsewhere they are only where somebody begins: a portal, or the home page of a host.
    """
    named = any(one.url and not one.text for one in topic.examples.relevant)
    return start if named or not (topic.examples.relevant or topic.vocabulary or _told(topic)) else ()


def untaught(topic: Topic) -> str:
    """Why the topic's examples teach no more than they do; nothing, where all is well."""
    shown = topic.examples.relevant or not (topic.vocabulary or _told(topic))
    if _can_learn() or not shown:
        return ""
    name = _by_examples(topic)
    taught = f"{BEST} or {SURE}" if topic.vocabulary and _relevant(topic, ()) >= ENOUGH else name
    return f"scikit-learn is absent, so {UNTAUGHT[name]} judges and not {taught}: pip install 'lycosa[learn]'"


def _told(topic: Topic) -> bool:
    """Whether words alone say what is hunted; who shows unrelated pages means the others to be examples."""
    return bool(topic.words.strip()) and not topic.examples.unrelated


def _relevant(topic: Topic, shown: Sequence[Page]) -> int:
    return len(distinct([*map(page_words, shown), *texts_of(topic.examples.relevant)]))


def _not_worse(topic: Topic, start: Sequence[Page]) -> Judge:
    """The mixture with the topic's own vocabulary, or the machine alone where that ranks examples held out better."""
    best, sure = (_begun(name, topic, start) for name in (BEST, SURE))
    return best if _precision(best, topic, start) >= _precision(sure, topic, start) else sure


def _precision(judge: Judge, topic: Topic, start: Sequence[Page]) -> float:
    held = np.zeros(0) if judge.held is None else judge.held
    return average_precision(held, np.arange(len(held)) < _relevant(topic, start))


def _begun(name: str, topic: Topic, start: Sequence[Page]) -> Judge:
    judge = judges.find(name)
    judges.check_needs(judge, topic, start)
    judge.begin(topic, start)
    return judge


def _can_learn() -> bool:
    return find_spec("sklearn") is not None
