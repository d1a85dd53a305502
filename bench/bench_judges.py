"""What judging costs: a page of 2,400 words and its 173 windows of 40 words, by every judge.

The baseline is the judge's plain form, counting words range by range in Python, in the same run; both give
the same values. `judge_new_words` is what a lexicon's new word costs a judge when it is first met.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import numpy as np

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.judges.direction import mean_direction
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.stems import stem
from lycosa.topics.topic import Term, Topic
from lycosa.topics.words import stop_words, word_frequencies

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.judges.base import Judge
    from lycosa.judges.bm25 import Bm25
    from lycosa.judges.cosine import Cosine
    from lycosa.judges.nyu_cosine import NyuCosine
    from lycosa.judges.predicate import Predicate
    from lycosa.judges.querying import Querying
    from lycosa.judges.vocabulary import Vocabulary

WORDS, WINDOWS, WINDOW = 2400, 173, 40
PAGES = 30
ROUNDS = 7
NAMES = ["bm25", "cosine", "cosine(tf='raw')", "nyu_cosine", "vocabulary", "predicate"]


def made_up(lexicon: Lexicon) -> list[Text]:
    """Pages of English words as frequent as they are, from the same dice each time."""
    frequencies = word_frequencies("en")
    words = list(frequencies)
    shares = np.array(list(frequencies.values()))
    dice = np.random.default_rng(1)
    drawn = (dice.choice(len(words), WORDS, p=shares / shares.sum()).tolist() for _ in range(PAGES))
    places = {"meta": (0, 0), "headings": (0, 0), "title": (0, 8), "body": (8, WORDS)}
    return [Text(lexicon.ids(words[number] for number in numbers), lexicon, places) for numbers in drawn]


def windows(text: Text) -> Ranges:
    """The page, and windows all over it."""
    dice = np.random.default_rng(len(text.tokens))
    starts = np.sort(dice.integers(8, WORDS - WINDOW, WINDOWS))
    return Ranges(np.append(0, starts), np.append(WORDS, starts + WINDOW))


def topic(texts: list[Text]) -> Topic:
    """A topic whose vocabulary of 400 terms, half of them phrases, is taken from the pages."""
    held = [text.lexicon.words[number] for text in texts for number in text.tokens[::7].tolist()]
    telling = [word for word in dict.fromkeys(held) if word not in stop_words("en")]
    phrases = [Term(3.0, (f"{first} {second}",)) for first, second in islice(pairwise(telling), 200)]
    single = [Term(1.0, (word,)) for word in telling[400:600]]
    return Topic(query=" ".join(telling[:3]), description=" ".join(telling[:40]), vocabulary=(*phrases, *single))


def plain_cosine(judge: Cosine) -> Callable[[list[str]], float]:
    """Equation 1 over dicts."""
    stemmed = cache(stem)
    terms = judge.texts.terms
    idf = np.array([judge.known(term) for term in terms])
    pointed = mean_direction(judge.texts.units(idf, log=judge.log), judge.terms)
    direction = dict(zip(terms, pointed.tolist(), strict=True))
    stops = stop_words("en")

    def value(words: list[str]) -> float:
        counts = Counter(stemmed(word) for word in words if word not in stops)
        weights = {
            term: (1 + math.log(times) if judge.log else times) * judge.known(term) for term, times in counts.items()
        }
        dot = sum(weight * direction.get(term, 0.0) for term, weight in weights.items())
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
        return float(dot / length) if dot else 0.0

    return value


def plain_query(
    judge: Querying, total: Callable[[list[tuple[float, int]], int], float]
) -> Callable[[list[str]], float]:
    """Weights and mentions of the query's words over dicts, made a total by the judge's formula."""
    stemmed = cache(stem)
    stops = stop_words("en")

    def value(words: list[str]) -> float:
        counts = Counter(stemmed(word) for word in words if word not in stops)
        return total([(weight, counts[term]) for term, weight in judge.query.items() if counts[term]], len(words))

    return value


def plain_nyu_cosine(judge: NyuCosine) -> Callable[[list[str]], float]:
    """Section 2.5."""
    return plain_query(
        judge, lambda found, length: math.fsum(w * (1 + math.log(n)) for w, n in found) / math.sqrt(length)
    )


def plain_bm25(judge: Bm25) -> Callable[[list[str]], float]:
    """Okapi's formula."""

    def total(found: list[tuple[float, int]], length: int) -> float:
        damping = judge.k1 * (1 - judge.b + judge.b * length / judge.usual)
        return math.fsum(weight * n * (judge.k1 + 1) / (n + damping) for weight, n in found)

    return plain_query(judge, total)


def plain_vocabulary(judge: Vocabulary) -> Callable[[list[str]], float]:
    """The first formula over dicts of one and two words."""
    weights: dict[tuple[str, ...], float] = dict(zip(judge.trie.phrases, judge.worth.alone.tolist(), strict=True))

    def value(words: list[str]) -> float:
        alone = sum(weights.get((word,), 0.0) for word in words)
        return alone + sum(weights.get(pair, 0.0) for pair in pairwise(words))

    return value


def plain_predicate(judge: Predicate) -> Callable[[list[str]], float]:
    """The keyword's words in a row."""

    def value(words: list[str]) -> float:
        return float(any(tuple(words[at : at + len(judge.words)]) == judge.words for at in range(len(words))))

    return value


PLAIN: dict[str, Callable[..., Callable[[list[str]], float]]] = {
    "bm25": plain_bm25,
    "cosine": plain_cosine,
    "nyu_cosine": plain_nyu_cosine,
    "vocabulary": plain_vocabulary,
    "predicate": plain_predicate,
}


def plainly(judge: Judge, text: Text, ranges: Ranges) -> list[float]:
    """The margins range by range."""
    words = [text.lexicon.words[number] for number in text.tokens.tolist()]
    value = PLAIN[judge.word](judge)
    return [value(words[start:end]) for start, end in zip(ranges.starts.tolist(), ranges.ends.tolist(), strict=True)]


def microseconds(work: Callable[[Text], object], texts: list[Text], rounds: int = ROUNDS) -> float:
    """The best of a few rounds, for each page."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        for text in texts:
            work(text)
        times.append(time.perf_counter() - began)
    return 1e6 * min(times) / len(texts)


def report(name: str, value: float, baseline: str, other: float) -> None:
    """One line."""
    figure = {"name": name, "value": round(value, 2), "unit": "us", "baseline": baseline}
    print(json.dumps({**figure, "ratio": round(value / other, 4)}), flush=True)


def new_words(judge: Judge, texts: list[Text], ranges: Ranges) -> float:
    """Microseconds for each word a judge has not met, over lexicons it has not met."""
    words = [f"{word}{number}" for number in range(20) for word in list(word_frequencies("en"))[:1000]]
    times = []
    for _ in range(3):
        lexicon = Lexicon()
        text = Text(lexicon.ids(words), lexicon, texts[0].places)
        began = time.perf_counter()
        judge.margins(text, ranges)
        times.append(time.perf_counter() - began)
    return 1e6 * min(times) / len(words)


def main() -> None:
    """One line for each judge, and one for new words."""
    texts = made_up(Lexicon())
    ranges = windows(texts[0])
    hunted = topic(texts)
    for name in NAMES:
        judge = judges.find(name)
        judge.begin(hunted, [page_with(text) for text in texts[:5]])
        assert np.allclose(judge.margins(texts[9], ranges), plainly(judge, texts[9], ranges), rtol=0, atol=1e-9)
        quick = microseconds(lambda text, judge=judge: judge.margins(text, ranges), texts)  # type: ignore[misc]  # bound now
        slow = microseconds(lambda text, judge=judge: plainly(judge, text, ranges), texts[:4], 2)  # type: ignore[misc]  # bound now
        report(f"judge_{name}", quick, "plain form", slow)
    judge = judges.find("cosine")
    judge.begin(hunted, [page_with(text) for text in texts[:5]])
    stemmed = timed_stems()
    report("judge_new_words", new_words(judge, texts, ranges), "PyStemmer, word by word", stemmed)


def timed_stems() -> float:
    """Microseconds to stem a word by itself."""
    words = [f"{word}s" for word in list(word_frequencies("en"))[:5000]]
    began = time.perf_counter()
    for word in words:
        stem(word)
    return 1e6 * (time.perf_counter() - began) / len(words)


if __name__ == "__main__":
    main()
