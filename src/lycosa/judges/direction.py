"""Where a topic points in the space of words: the mean of its texts, each of length one."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values

MOST = 100  # texts taken; more would hardly turn the mean


class Texts:
    """The topic's texts as a table of how often each has each term."""

    def __init__(self, terms: list[str], times: NDArray[np.int64]) -> None:
        self.terms = terms
        self.times = times

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]]) -> Texts:
        """The table of texts, given as stems."""
        counted = [Counter(text) for text in texts if text][:MOST]
        terms = list(dict.fromkeys(term for text in counted for term in text))
        return cls(terms, np.array([[text[term] for term in terms] for text in counted], np.int64))

    def __len__(self) -> int:
        return len(self.times)

    def units(self, idf: Values, *, log: bool) -> Values:
        """One row per text: its tf-idf vector, of length one."""
        weights = tf(self.times, log=log) * idf
        lengths = np.sqrt(np.sum(weights * weights, axis=1, keepdims=True))
        units: Values = weights / np.where(lengths > 0, lengths, 1.0)
        return units

    def state(self) -> State:
        """As named arrays and strings."""
        return {"terms": "\n".join(self.terms), "times": self.times}

    @classmethod
    def restored(cls, state: State) -> Texts:
        """The one whose state it is."""
        return cls(str(state["terms"]).split("\n"), np.asarray(state["times"], np.int64))


def tf(times: NDArray[np.int64], *, log: bool) -> Values:
    """A term's weight by how often it stands in a text: 1 + ln n, or n itself."""
    if not log:
        return times.astype(np.float64)
    return _logs(1 << int(times.max(initial=1)).bit_length())[times]


@cache
def _logs(size: int) -> Values:
    return np.array([0.0, *(1.0 + math.log(n) for n in range(1, size))])


def mean_direction(units: Values, most: int) -> Values:
    """The mean of rows, its heaviest terms only (of equals the first), again of length one."""
    mean = units.mean(axis=0)
    mean[np.argsort(-mean, kind="stable")[most:]] = 0.0
    length = np.sqrt(np.sum(mean * mean))
    unit: Values = mean / (length or 1.0)
    return unit


def typical_cosine(units: Values, most: int, first: int) -> float:
    """The median cosine of an example (the rows from `first` on) with the direction of all other rows."""
    rest = ~np.eye(len(units), dtype=bool)
    held = [np.sum(units[row] * mean_direction(units[rest[row]], most)) for row in range(first, len(units))]
    return float(np.median(held))
