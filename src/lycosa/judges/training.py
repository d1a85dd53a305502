"""What a judge learns from: texts that belong to a topic and texts that do not, shown or made up."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.judges.base import JudgeError
from lycosa.pages.tokens import tokens
from lycosa.topics.words import word_frequencies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page
    from lycosa.topics.topic import Example, Topic

Words = tuple[str, ...]

TIMES = 2  # unrelated texts for each relevant one (Pant and Srinivasan 2006, section 5)
LEAST_MADE_UP, MOST_MADE_UP = 20, 200
RECENT = 256  # texts that need not be taken apart again, when many judges learn from the same
SHORTEST, LONGEST = 50, 5000  # words of a text that is made up


class Training(NamedTuple):
    """Distinct texts as words, in the order they were shown."""

    relevant: list[Words]
    unrelated: list[Words]
    made_up: bool = False  # nobody showed an unrelated text: these are words of the language, as frequent as they are

    @property
    def texts(self) -> list[Words]:
        """All, the relevant ones first."""
        return [*self.relevant, *self.unrelated]


def training(topic: Topic, start: Sequence[Page] = ()) -> Training:
    """What a topic and its start pages show; where no unrelated text is among it, some are made up."""
    relevant = distinct([*map(page_words, start), *texts_of(topic.examples.relevant)])
    held = set(relevant)
    unrelated = [text for text in distinct(texts_of(topic.examples.unrelated)) if text not in held]
    if unrelated or not relevant:
        return Training(relevant, unrelated)
    return Training(relevant, background(topic.language, relevant), made_up=True)


def check_training(name: object, topic: Topic, shown: Training) -> Training:
    """Refuse to learn from nothing, in one line."""
    if not shown.relevant:
        raise JudgeError(f"{name}: no words in the examples of the topic {topic.name!r}; give it example pages")
    if not shown.unrelated:
        raise JudgeError(
            f"{name}: nothing is known of the language {topic.language!r}; give the topic {topic.name!r} pages that do "
            "not belong (examples.unrelated)"
        )
    return shown


def page_words(page: Page) -> Words:
    """The words of what a reader of the page sees."""
    held = page.text.lexicon.words
    return tuple(held[number] for number in page.text.tokens[page.text.page.starts[0] :].tolist())


def texts_of(examples: Sequence[Example]) -> list[Words]:
    """The words of those that have a text."""
    return [_words(one.text) for one in examples if one.text]


@lru_cache(RECENT)
def _words(text: str) -> Words:
    return tuple(tokens(text))


def distinct(texts: Sequence[Words]) -> list[Words]:
    """Each once, empty ones left out."""
    return [text for text in dict.fromkeys(texts) if text]


def background(language: str, like: Sequence[Words], number: int = 1) -> list[Words]:
    """Texts as long as these and twice as many, their words drawn as the language uses them; one number, one draw."""
    frequencies = word_frequencies(language)
    if not (frequencies and like):
        return []
    words = np.array(list(frequencies))
    shares = np.array(list(frequencies.values()))
    dice = np.random.default_rng(number)
    count = min(max(TIMES * len(like), LEAST_MADE_UP), MOST_MADE_UP)
    lengths = [min(max(len(like[place % len(like)]), SHORTEST), LONGEST) for place in range(count)]
    return [tuple(words[dice.choice(len(words), length, p=shares / shares.sum())].tolist()) for length in lengths]
