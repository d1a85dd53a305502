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

    from lycosa.pages.tokens import Codes, Narrow

Ids = NDArray[np.uint32]
Positions = NDArray[np.int64]
U64 = NDArray[np.uint64]

_BLANK = 0x20
_FACTOR = 0x9E6C63D0876A9A47  # odd, so that it has an inverse
_INVERSE = pow(_FACTOR, -1, 1 << 64)
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
_EMPTY = np.uint64(0)
_PROBES = 8
_SPARSE = 4  # slots for each word


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
    sums: U64 = np.add.reduceat(letters, starts)
    sums *= _INVERSES(len(codes))[starts]
    sums[sums == _EMPTY] = 1  # the hash of no word: letters count from 16 on
    return sums


class Spelling:
    """A table from hashes to ids beside a lexicon: a cache, like the lexicon itself. A row is a hash and its id."""

    def __init__(self, slots: int = 1 << 14) -> None:
        self.table = np.zeros((slots, 2), np.uint64)
        self.count = 0

    def ids(self, number: Callable[[str], int], codes: Codes | Narrow, starts: Positions, wanted: U64) -> Ids:
        """The ids of all words of a text, their hashes given; `number` gives those of words that the table lacks."""
        ids, missing = self.find(wanted)
        if len(missing):
            ids[missing] = self._learn(number, _words(codes, starts[missing]), wanted[missing].tolist())
        return ids

    def find(self, wanted: U64) -> tuple[Ids, Positions]:
        """The ids of hashes, and which of them are not known."""
        slots = self._slots(wanted)
        rows = self.table[slots]
        there, ids = rows[:, 0], rows[:, 1].astype(np.uint32)
        other = there != wanted
        astray = (other & (there != _EMPTY)).nonzero()[0]  # an empty slot ends the search
        for step in range(1, _PROBES):
            if not len(astray):
                break
            rows = self.table[(slots[astray] + step) & (len(self.table) - 1)]
            hit = rows[:, 0] == wanted[astray]
            found = astray[hit]
            ids[found] = rows[hit, 1]
            other[found] = False
            astray = astray[~hit & (rows[:, 0] != _EMPTY)]
        return ids, other.nonzero()[0]

    def _slots(self, wanted: U64) -> Positions:
        shift = np.uint64(64 - (len(self.table).bit_length() - 1))
        return ((wanted * _SPREAD) >> shift).view(np.int64)

    def _learn(self, number: Callable[[str], int], words: list[str], wanted: list[int]) -> list[int]:
        learned = {key: number(word) for key, word in dict(zip(wanted, words, strict=True)).items()}
        self._add(np.array([*learned.items()], np.uint64))
        return [learned[key] for key in wanted]

    def _add(self, rows: NDArray[np.uint64]) -> None:
        """Each into the first empty slot from its own on. Of several that meet there one stays, the others go on."""
        self.count += len(rows)
        if self.count * _SPARSE > len(self.table):
            self._grow()
        slots = self._slots(rows[:, 0])
        for step in range(_PROBES):
            at = (slots + step) & (len(self.table) - 1)
            free = self.table[at, 0] == _EMPTY
            self.table[at[free]] = rows[free]
            gone = self.table[at, 0] != rows[:, 0]
            if not gone.any():
                break
            rows, slots = rows[gone], slots[gone]

    def _grow(self) -> None:
        rows = self.table[self.table[:, 0] != _EMPTY]
        size = len(self.table)
        while self.count * _SPARSE > size:
            size *= 2
        self.table = np.zeros((2 * size, 2), np.uint64)
        self.count -= len(rows)
        self._add(rows)


def _words(codes: Codes | Narrow, starts: Positions) -> list[str]:
    """The words that begin there, as strings."""
    text = f"{decoded(codes)} "
    return [text[start : text.index(" ", start)] for start in starts.tolist()]
