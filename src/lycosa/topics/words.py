"""What is known of a language's words before any page is read: which say nothing, how common others are."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.stems import Stems
from lycosa.topics.pairs import PAIRED, PairFrequencies

PAGE = 500  # words of a page, as a measure: a word that is one in 500 stands on 63 % of the pages
RAREST = 1e-6  # below this no list can be trusted, and no page of a topic need repeat it


@cache
def stop_words(language: str) -> frozenset[str]:
    """The words of a language that say nothing of a topic; none for a language without a list."""
    try:
        text = files(__package__).joinpath("data", "stop", f"{language}.txt").read_text("utf-8")
    except FileNotFoundError:
        return frozenset()
    return frozenset(text.split())


@cache
def listed_languages() -> tuple[str, ...]:
    """The languages that have a list of stop-words."""
    folder = files(__package__).joinpath("data", "stop")
    return tuple(sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt")))


@cache
def word_frequencies(language: str) -> dict[str, float]:
    """How often each common word is used, as a share of all words; empty for a language without a list."""
    import wordfreq  # noqa: PLC0415 - a fifth of a second that only a judge at work need wait

    try:
        listed = wordfreq.get_frequency_list(language, "small")
    except LookupError:
        return {}
    return {word: 10 ** (-level / 100) for level, words in enumerate(listed) for word in words}


@cache
def stem_frequencies(language: str) -> dict[str, float]:
    """The same for stems: what its words have together."""
    frequencies = word_frequencies(language)
    if language in PAIRED:
        return PairFrequencies(frequencies)
    lexicon = Lexicon()
    ids = lexicon.ids(frequencies)
    summed: dict[str, float] = {}
    for number, frequency in zip(Stems(lexicon, language)[ids].tolist(), frequencies.values(), strict=True):
        stem = lexicon.words[number]
        summed[stem] = summed.get(stem, 0.0) + frequency
    return summed


@cache
def document_frequencies(language: str, *, stemmed: bool = False) -> dict[str, float]:
    """The share of a language's pages that hold each common word (or some word of the stem)."""
    if stemmed and language in PAIRED:
        return PairFrequencies(word_frequencies(language), _on_pages)
    frequencies = stem_frequencies(language) if stemmed else word_frequencies(language)
    return {word: _on_pages(frequency) for word, frequency in frequencies.items()}


def document_frequency(word: str, language: str = "en", *, stemmed: bool = False) -> float:
    """The share of a language's pages that hold the word (or some word of the stem)."""
    return document_frequencies(language, stemmed=stemmed).get(word, RARE)


def _on_pages(frequency: float) -> float:
    return -math.expm1(-PAGE * max(frequency, RAREST))


RARE = _on_pages(RAREST)
