"""What a judge learns from: texts that belong to a topic and texts that do not, shown or made up."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.judges.base import JudgeError
from lycosa.pages.tokens import tokens
from lycosa.topics.words import listed_languages, stop_words, word_frequencies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page
    from lycosa.topics.topic import Example, Topic

Words = tuple[str, ...]

TIMES = 2  # unrelated texts for each relevant one (Pant and Srinivasan 2006, section 5)
LEAST_MADE_UP, MOST_MADE_UP = 20, 200
TOLD, FOREIGN = 100, 0.2  # words that can tell a language, and the share of stop-words that a strange one must have
RECENT = 256  # texts that need not be taken apart again, when many judges learn from the same
SHORTEST, LONGEST = 50, 5000  # words of a text that is made up


class Training(NamedTuple):
    """Distinct texts as words, in the order they were shown."""

    relevant: list[Words]
    unrelated: list[Words]
    made_up: bool = False  # nobody showed an unrelated text: these are words of the language, as frequent as they are
    language: str = "en"

    @property
    def texts(self) -> list[Words]:
        """All, the relevant ones first."""
        return [*self.relevant, *self.unrelated]


def training(topic: Topic, start: Sequence[Page] = ()) -> Training:
    """What a topic and its start pages show; where no unrelated text is among it, some are made up."""
    relevant = distinct([*map(page_words, start), *texts_of(topic.examples.relevant)])
    language = topic.language if topic.languages else read_as(relevant, topic.language)
    return Training(relevant, *against(topic, relevant, language), language=language)


def read_as(texts: Sequence[Words], language: str) -> str:
    """The language of texts by its stop-words: the one expected, unless another's stand there twice as often."""
    words = Counter(word for text in texts for word in text)
    if words.total() < TOLD:
        return language
    shares = {
        one: sum(words[stop] for stop in stop_words(one)) / words.total() for one in (language, *listed_languages())
    }
    best = max(shares, key=lambda one: shares[one])
    return best if shares[best] > max(2 * shares[language], FOREIGN) and stop_words(language) else language


def check_training(name: object, topic: Topic, shown: Training) -> Training:
    """Refuse to learn from nothing, in one line."""
    if not shown.relevant:
        raise JudgeError(f"{name}: no words in the examples of the topic {topic.name!r}; give it example pages")
    read = read_as(shown.relevant, topic.language)
    if topic.languages and read not in topic.languages:
        raise JudgeError(
            f"{name}: the examples of the topic {topic.name!r} read as {read}, which is none of its languages "
            f"({', '.join(topic.languages)}); give it others, or name {read!r} among its languages"
        )
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


def against(topic: Topic, relevant: Sequence[Words], language: str, number: int = 1) -> tuple[list[Words], bool]:
    """The unrelated texts, and whether they are made up.

    While they are fewer than the relevant ones, pages of other topics join them; where there is none and of those too
    few, so do texts that are made up.
    """
    held = set(relevant)
    own = [text for text in distinct(texts_of(topic.examples.unrelated)) if text not in held]
    if len(own) >= len(relevant):
        return own, False
    held.update(own)
    others = [text for text in distinct(texts_of(topic.neighbours)) if text not in held]
    found = [*own, *others][: stand_ins(len(relevant))]
    if own or len(found) >= len(relevant):
        return found, False
    return [*found, *background(language, relevant, number)[len(found) :]], True


def stand_ins(relevant: int) -> int:
    """How many texts stand in for unrelated ones beside so many relevant."""
    return min(max(TIMES * relevant, LEAST_MADE_UP), MOST_MADE_UP)


def background(language: str, like: Sequence[Words], number: int = 1) -> list[Words]:
    """Texts as long as these and twice as many, their words drawn as the language uses them; one number, one draw."""
    frequencies = word_frequencies(language)
    if not (frequencies and like):
        return []
    words = np.array(list(frequencies))
    shares = np.array(list(frequencies.values()))
    dice = np.random.default_rng(number)
    count = stand_ins(len(like))
    lengths = [min(max(len(like[place % len(like)]), SHORTEST), LONGEST) for place in range(count)]
    drawn = (words[dice.choice(len(words), length, p=shares / shares.sum())].tolist() for length in lengths)
    return [tuple(tokens(" ".join(text))[:length]) for text, length in zip(drawn, lengths, strict=True)]
