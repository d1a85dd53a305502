"""Terms proposed from examples: what a user would else have to think of (García Dorado 2008, sections 4.3 and 7.5)."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.tokens import is_single
from lycosa.topics.topic import Term
from lycosa.topics.words import document_frequency, stop_words

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        "phrase": {(_written(phrase),): strength for held in longer for phrase, strength in held.items()},
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
    runs = _Runs([*relevant, *unrelated], language, length)
    here, there = len(relevant), len(unrelated)
    held = np.bincount(runs.names[runs.texts < here], minlength=len(runs.starts))
    shares = np.where(np.arange(here + there) < here, 1 / here, -1 / max(there, 1))
    weights = (1.0 + np.log(runs.times)) * runs.idf[runs.names]
    sizes = np.sqrt(np.bincount(runs.texts, weights * weights, here + there))
    parts = shares[runs.texts] * weights / sizes[runs.texts]
    strengths = np.bincount(runs.names, parts, len(runs.starts))
    least = 2 if here > 2 else 1  # of a few texts each may have words of its own
    taken = np.flatnonzero((held >= least) & (strengths > 0)).tolist()
    return {runs.words(name): float(strengths[name]) for name in taken}


def _tells(word: str, length: int) -> bool:
    """Whether a word may begin a term: a sign of a script without blanks begins longer ones only."""
    return length > 1 if is_single(word) else len(word) > 1


def _written(phrase: Words) -> str:
    """A phrase as it is written, signs of a script without blanks side by side."""
    parts = [part if is_single(part) and is_single(before) else f" {part}" for before, part in pairwise(("", *phrase))]
    return "".join(parts).strip()


class _Runs:
    """The distinct runs of so many words, and how often each text has each: an entry per pair that occurs.

    A run begins with a telling word and ends with one or, as in formula 1, with a number.
    """

    def __init__(self, texts: Sequence[Words], language: str, length: int) -> None:
        stops, lexicon = stop_words(language), Lexicon()
        self.lexicon, self.length = lexicon, length
        self.ids = lexicon.ids(word for text in texts for word in text).astype(np.int64)
        ends = np.cumsum([len(text) for text in texts])
        of = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
        numbers = np.array([word[0].isdigit() for word in lexicon.words], np.bool_)
        telling = np.array([word not in stops and _tells(word, length) for word in lexicon.words], np.bool_)
        begins, closes = (telling & ~numbers)[self.ids], (telling | numbers)[self.ids]
        starts = np.flatnonzero(begins)
        starts = starts[starts + length <= ends[of[starts]]]
        starts = starts[closes[starts + length - 1]]
        keys = np.zeros(len(starts), np.int64)
        for place in range(length):
            keys = keys * len(lexicon.words) + self.ids[starts + place]
        _, first, names = np.unique(keys, return_index=True, return_inverse=True)
        self.starts = starts[first]
        told = np.array([-math.log(document_frequency(word, language)) for word in lexicon.words])
        self.idf = sum((told[self.ids[self.starts + place]] for place in range(length)), np.zeros(len(first)))
        pairs, self.times = np.unique(of[starts] * max(len(first), 1) + names, return_counts=True)
        self.texts, self.names = np.divmod(pairs, max(len(first), 1))

    def words(self, name: int) -> tuple[str, ...]:
        """A run as words."""
        start = int(self.starts[name])
        return tuple(self.lexicon.words[number] for number in self.ids[start : start + self.length].tolist())


def _together(words: Strengths, relevant: Sequence[Words], unrelated: Sequence[Words]) -> Strengths:
    """Pairs of the best words, by how much oftener relevant texts hold both than unrelated ones do."""
    best = [run[0] for run in sorted(words, key=lambda run: (-words[run], run))[:TOGETHER]]
    sides = [[frozenset(text) for text in texts] for texts in (relevant, unrelated)]
    shares: Strengths = {}
    for pair in combinations(best, 2):
        held, other = (sum(text.issuperset(pair) for text in texts) / max(len(texts), 1) for texts in sides)
        shares[pair] = held - other
    return shares
