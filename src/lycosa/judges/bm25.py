"""Okapi BM25: a query's words, each mention counting less than the one before, long texts less than short ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.judges.querying import Querying

if TYPE_CHECKING:
    from lycosa.judges.base import Values
    from lycosa.judges.idf import Idf
    from lycosa.pages.records import Positions


class Bm25(Querying):
    """The sum over query words of idf times n(k1 + 1)/(n + k1(1 - b + b length/usual length)).

    The usual length is the mean of the start pages, 2,000 words where there are none. The boundary is the median raw
    value of the start pages, or else the value of a page that has each query word three times.
    """

    word = "bm25"
    paper = "Robertson et al. 1994; named as future work by Sundrani and Habeeb"

    def __init__(self, k1: float = 1.2, b: float = 0.75) -> None:
        self.k1 = k1
        self.b = b

    def weigh(self, known: Idf, stem: str) -> float:
        """The idf that `cosine` has."""
        return known(stem)

    def part(self, times: Positions, lengths: Values) -> Values:
        """How much of the most a word can count it counts for, times k1 + 1."""
        parts: Values = times * (self.k1 + 1.0) / (times + self.k1 * (1.0 - self.b + self.b * lengths / self.usual))
        return parts
