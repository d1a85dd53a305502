"""The cosine score of Sundrani and Habeeb, section 2.5: every query word counts, long texts count less."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.direction import tf
from lycosa.judges.querying import Querying

if TYPE_CHECKING:
    from lycosa.judges.base import Values
    from lycosa.judges.idf import Idf
    from lycosa.pages.records import Positions


class NyuCosine(Querying):
    """The sum over query words of ln(1 + N/f)(1 + ln n)/sqrt(length), which has no upper bound.

    The boundary is the median raw value of the start pages. Where there are none, or most lack the query, it
    is the value of a page of 2,000 words that has each query word three times.
    """

    word = "nyu_cosine"
    paper = "Sundrani and Habeeb, section 2.5"

    def weigh(self, known: Idf, stem: str) -> float:
        """ln(1 + N/f)."""
        return math.log1p(known.size / known.frequency(stem))

    def part(self, times: Positions, lengths: Values) -> Values:
        """(1 + ln n)/sqrt(length)."""
        parts: Values = tf(times, log=True) / np.sqrt(lengths)
        return parts
