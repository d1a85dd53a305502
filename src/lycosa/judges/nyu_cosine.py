"""The cosine score of Sundrani and Habeeb, section 2.5: every query word counts, long texts count less."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.direction import tf
from lycosa.judges.querying import Querying
from lycosa.judges.stems import stems_of

if TYPE_CHECKING:
    from lycosa.judges.base import Values
    from lycosa.judges.idf import Idf
    from lycosa.pages.records import Positions
    from lycosa.topics.topic import Topic


class NyuCosine(Querying):
    """The sum over query words of ln(1 + N/f)(1 + ln n)/sqrt(length), which has no upper bound.

    With `synonyms` those of the topic count too, each by its weight there: half a query word, unless said otherwise.
    Synonyms of several words are left to judges that know phrases.

    The boundary is the median raw value of the start pages. Where there are none, or most lack the query, it
    is the value of a page of 2,000 words that has each query word three times.
    """

    word = "nyu_cosine"
    paper = "Sundrani and Habeeb, sections 2.5 and 2.7.3"

    def __init__(self, synonyms: bool = False) -> None:
        self.synonyms = synonyms

    def beside(self, topic: Topic) -> dict[str, float]:
        """The synonyms that are one word, the best of those with the same stem."""
        shares: dict[str, float] = {}
        for synonym, share in topic.synonyms if self.synonyms else ():
            stems = stems_of(synonym, topic.language)
            if len(stems) == 1:
                shares[stems[0]] = max(share, shares.get(stems[0], 0.0))
        return shares

    def weigh(self, known: Idf, stem: str) -> float:
        """ln(1 + N/f)."""
        return math.log1p(known.size / known.frequency(stem))

    def part(self, times: Positions, lengths: Values) -> Values:
        """(1 + ln n)/sqrt(length)."""
        parts: Values = tf(times, log=True) / np.sqrt(lengths)
        return parts
