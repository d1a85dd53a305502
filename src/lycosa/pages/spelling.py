"""Words known by their letters: ids of all words of a text in a few passes, without making strings of them.

A word's hash is a polynomial of its code points modulo 2**64, worked out for all words of a text at once. Ids are
looked up in an open table of hashes; only a word never seen before becomes a string. Two words with one hash would
be taken for each other; among a million words that happens once in some ten million crawls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lycosa.pages.tokens import decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.pages.tokens import Codes, Narrow, Positions

Ids = NDArray[np.uint32]
U64 = NDArray[np.uint64]

_BLANK = 0x20
_FACTOR = 0x9E6C63D0876A9A47  # odd, so that it has an inverse
_INVERSE = pow(_FACTOR, -1, 1 << 64)
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
_EMPTY = np.uint64(0)
_PROBES = 8
_SPARSE = 4  # slots for each word
_LATE = 1024  # words


class Powers:
    """The powers of a factor modulo 2**64, as many as were asked for so far."""

    def __init__(self, factor: int) -> None:
        self.factor = np.uint64(factor)
        self.known = np.ones(1, np.uint64)

    def __call__(self, count: int) -> U64:
        """The first of them."""
        if count > len(self.known):
            factors = np.full(max(count, 2 * len(self.known)), self.factor)
            factors[0] = 1
            self.known = np.multiply.accumulate(factors)
        return self.known[:count]


_POWERS, _INVERSES = Powers(_FACTOR), Powers(_INVERSE)


def hashes(codes: Codes | Narrow, starts: Positions) -> U64:
    """The hash of each word of a text: it begins at `starts` and ends where blanks begin."""
    if not len(starts):
        return np.zeros(0, np.uint64)
    letters = codes.astype(np.uint64)
    letters -= np.uint64(_BLANK)
    letters *= _POWERS(len(codes))
    upto = letters.cumsum(out=letters)
    sums = np.empty(len(starts), np.uint64)  # where a word ends is as good as where the next begins: blanks are nothing
    sums[:-1], sums[-1] = upto[starts[1:] - 1], upto[-1]
    sums[1:] -= sums[:-1].copy()
    sums *= _INVERSES(len(codes))[starts]
    sums[sums == _EMPTY] = 1  # the hash of no word: letters count from 16 on
    return sums


class Spelling:
    """A table from hashes to ids beside a lexicon: a cache, like the lexicon itself."""

    def __init__(self, slots: int = 1 << 14) -> None:
        self.keys = np.zeros(slots, np.uint64)
        self.numbers = np.zeros(slots, np.uint32)
        self.count = 0
        self.late: dict[int, int] = {}  # words that came since the table was last added to: few by few costs more

    def ids(self, number: Callable[[str], int], codes: Codes | Narrow, starts: Positions, wanted: U64) -> Ids:
        """The ids of all words of a text, their hashes given; `number` gives those of words that were never seen."""
        ids, missing = self.find(wanted)
        if len(missing):
            keys = wanted[missing].tolist()
            if not all(map(self.late.__contains__, keys)):
                self._learn(number, codes, starts[missing], keys)
            ids[missing] = list(map(self.late.__getitem__, keys))
            if len(self.late) > _LATE:
                self._settle()
        return ids

    def find(self, wanted: U64) -> tuple[Ids, Positions]:
        """The ids of hashes, and which of them are not known."""
        slots = self._slots(wanted)
        there = self.keys[slots]
        ids, known = self.numbers[slots], there == wanted
        astray = (~known & (there != _EMPTY)).nonzero()[0]  # an empty slot ends the search
        for step in range(1, _PROBES):
            if not len(astray):
                break
            further = (slots[astray] + step) & (len(self.keys) - 1)
            there = self.keys[further]
            hit = there == wanted[astray]
            ids[astray[hit]] = self.numbers[further[hit]]
            known[astray[hit]] = True
            astray = astray[~hit & (there != _EMPTY)]
        return ids, (~known).nonzero()[0]

    def _slots(self, wanted: U64) -> Positions:
        shift = np.uint64(64 - (len(self.keys).bit_length() - 1))
        return ((wanted * _SPREAD) >> shift).view(np.int64)

    def _learn(self, number: Callable[[str], int], codes: Codes | Narrow, starts: Positions, keys: list[int]) -> None:
        """Numbers for words that are new; each ends where a blank stands."""
        text = f"{decoded(codes)} "
        for key, start in zip(keys, starts.tolist(), strict=True):
            if key not in self.late:
                self.late[key] = number(text[start : text.index(" ", start)])

    def _settle(self) -> None:
        """Into the table with those that came late."""
        self._add(np.array(list(self.late), np.uint64), np.array(list(self.late.values()), np.uint32))
        self.late.clear()

    def _add(self, keys: U64, numbers: Ids) -> None:
        """Each into the first empty slot from its own on. Of several that meet there one stays, the others go on."""
        self.count += len(keys)
        if self.count * _SPARSE > len(self.keys):
            self._grow()
        slots = self._slots(keys)
        for step in range(_PROBES):
            at = (slots + step) & (len(self.keys) - 1)
            free = self.keys[at] == _EMPTY
            self.keys[at[free]] = keys[free]
            stays = self.keys[at] == keys
            self.numbers[at[stays]] = numbers[stays]
            if stays.all():
                break
            keys, numbers, slots = keys[~stays], numbers[~stays], slots[~stays]

    def _grow(self) -> None:
        held = self.keys != 0
        keys, numbers = self.keys[held], self.numbers[held]
        size = len(self.keys)
        while self.count * _SPARSE > size:
            size *= 2
        self.keys, self.numbers = np.zeros(2 * size, np.uint64), np.zeros(2 * size, np.uint32)
        self.count -= len(keys)
        self._add(keys, numbers)
