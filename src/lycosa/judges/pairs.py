"""Terms of languages written without blanks: pairs of characters that stand side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.lexicon import Column
from lycosa.pages.records import Ranges
from lycosa.pages.tokens import is_single

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.pages.lexicon import Ids, Lexicon
    from lycosa.pages.records import Positions

NOWHERE = np.zeros(0, np.int64)
HALF = np.uint64(32)  # of the bits of a pair's number


class Pairs:
    """Pairs over one lexicon: each stands where its second character does, and the first has no term of its own.

    A character alone, and a word of letters, are what they are.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.single = Column(lexicon, lambda words: [is_single(word) for word in words], bool)
        self.known: dict[int, int] = {}  # two ids as one number: the pair's id

    def __call__(self, ids: Ids, starts: Positions = NOWHERE) -> tuple[NDArray[np.bool_], Ids]:
        """Which tokens end a pair or are a term themselves, and the term of every token; no pair goes over a start."""
        terms = ids.copy()
        joined = self.joined(ids)
        joined[starts[starts < len(ids)]] = False
        first = np.append(joined[1:], np.False_) & ~joined
        seconds = np.flatnonzero(joined)
        numbers = ids[seconds - 1].astype(np.uint64) << HALF | ids[seconds]
        distinct, places = np.unique(numbers, return_inverse=True)
        terms[joined] = np.fromiter(map(self._pair, distinct.tolist()), np.uint32, len(distinct))[places]
        return ~first, terms

    def inside(self, ids: Ids, ranges: Ranges) -> Ranges:
        """A pair that begins before a range is not in it."""
        joined = np.append(self.joined(ids), np.False_)
        return Ranges(np.minimum(ranges.starts + joined[ranges.starts], ranges.ends), ranges.ends)

    def joined(self, ids: Ids) -> NDArray[np.bool_]:
        """Which tokens are the second of a pair."""
        single = self.single[ids].astype(bool, copy=False)
        joined = np.zeros(len(ids), np.bool_)
        joined[1:] = single[1:] & single[:-1]
        return joined

    def _pair(self, number: int) -> int:
        pair = self.known.get(number)
        if pair is None:
            words = self.lexicon.words
            pair = self.known[number] = self.lexicon[words[number >> 32] + words[number & 0xFFFFFFFF]]
        return pair
