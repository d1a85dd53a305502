"""Terms proposed from examples: what a user would else have to think of (García Dorado 2008, sections 4.3 and 7.5)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from lycosa.topics.topic import Term
from lycosa.topics.words import document_frequency, stop_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lycosa.judges.training import Words

Strengths = dict[tuple[str, ...], float]

MOST = 80  # terms proposed
KINDS = (("phrase", 0.3), ("and", 0.2), ("word", 0.5))  # and the share of each
ABOVE = {"phrase": 2.0, "and": 1.0, "word": 0.0}  # the weight that every term of a kind is above
TOGETHER = 12  # of the best words are tried as parts of @and-terms
LONGEST = 3  # words of a phrase


def propose(
    relevant: Sequence[Words], unrelated: Sequence[Words] = (), language: str = "en", most: int = MOST
) -> tuple[Term, ...]:
    """The terms by which relevant texts, given as words, differ from others, the heaviest first.

    A term's strength is the mean of its tf-idf over the relevant texts, each of length one, less that over the
    unrelated. The strongest of each kind are taken; weights lie within (2, 3] for phrases, (1, 2] for @and-terms,
    (0, 1] for single words, in steps of 0.01.
    """
    if not relevant:
        return ()
    words = _centroid(relevant, unrelated, language, 1)
    longer = [_centroid(relevant, unrelated, language, length) for length in range(2, LONGEST + 1)]
    strengths: dict[str, Strengths] = {
        "word": {(word,): strength for (word,), strength in words.items()},
        "phrase": {(" ".join(phrase),): strength for held in longer for phrase, strength in held.items()},
        "and": _together(words, relevant, unrelated),
    }
    found = [term for kind, share in KINDS for term in _best(kind, strengths[kind], round(share * most))]
    return tuple(sorted(found, key=lambda term: (-term.weight, term.parts)))


def _best(kind: str, strengths: Strengths, most: int) -> list[Term]:
    held = sorted(
        ((parts, value) for parts, value in strengths.items() if value > 0), key=lambda one: (-one[1], one[0])
    )
    return [Term(round(ABOVE[kind] + max(value / held[0][1], 0.01), 2), parts) for parts, value in held[:most]]


def _centroid(relevant: Sequence[Words], unrelated: Sequence[Words], language: str, length: int) -> Strengths:
    """The mean direction of relevant texts less that of unrelated ones, for runs of so many words."""
    stops = stop_words(language)
    texts = [Counter(_runs(text, length, stops)) for text in (*relevant, *unrelated)]
    held = Counter(run for text in texts[: len(relevant)] for run in text)
    least = 2 if len(relevant) > 2 else 1  # of a few texts each may have words of its own
    strengths = {run: 0.0 for run, times in held.items() if times >= least}
    for place, text in enumerate(texts):
        share = 1 / len(relevant) if place < len(relevant) else -1 / len(unrelated)
        weights = {run: (1 + math.log(times)) * _idf(run, language) for run, times in text.items()}
        size = math.sqrt(math.fsum(weight * weight for weight in weights.values())) or 1.0
        for run, weight in weights.items():
            if run in strengths:
                strengths[run] += share * weight / size
    return strengths


def _runs(text: Words, length: int, stops: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """Runs of words that begin with a telling word and end with one or, as in formula 1, with a number."""
    numbers = [word[0].isdigit() for word in text]
    telling = [word not in stops and len(word) > 1 for word in text]
    for start in range(len(text) - length + 1):
        last = start + length - 1
        if telling[start] and not numbers[start] and (telling[last] or numbers[last]):
            yield text[start : start + length]


def _idf(run: tuple[str, ...], language: str) -> float:
    return -math.fsum(math.log(document_frequency(word, language)) for word in run)


def _together(words: Strengths, relevant: Sequence[Words], unrelated: Sequence[Words]) -> Strengths:
    """Pairs of the best words, by how much oftener relevant texts hold both than unrelated ones do."""
    best = [run[0] for run in sorted(words, key=lambda run: (-words[run], run))[:TOGETHER]]
    sides = [[frozenset(text) for text in texts] for texts in (relevant, unrelated)]
    shares: Strengths = {}
    for pair in combinations(best, 2):
        held, other = (sum(text.issuperset(pair) for text in texts) / max(len(texts), 1) for texts in sides)
        shares[pair] = held - other
    return shares
