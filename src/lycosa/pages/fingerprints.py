"""Fingerprints of texts: one changes with every letter, the other hardly when the text hardly does."""

from __future__ import annotations

from array import array
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

U64 = NDArray[np.uint64]
BITS = 64
SHORTEST = 8  # words; any two shorter texts would look alike

# Odd constants that spread a word's bits, one for each place in a triple, and one to finish with.
_FIRST, _SECOND, _THIRD, _LAST = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93, 0xBF58476D1CE4E5B9], np.uint64
)
_LANES = np.uint64(0x0101010101010101)
_SHIFTS = np.arange(8, dtype=np.uint64)[:, None]
_FULL = 255  # what a lane of eight bits can count to


_NO_BREAK = "\u00a0"
_BLANKS = bytes.maketrans(b"\t\n\v\f\r", b"     ")


def digest(content: str) -> bytes:
    """SHA-256 of the text; where it is broken into lines and how it is indented makes no difference."""
    if _NO_BREAK in content:
        content = content.replace(_NO_BREAK, " ")  # a single character is found far faster than its two bytes
    text = content.encode("utf-8", "surrogatepass")
    return sha256(_folded(text.translate(_BLANKS)).strip()).digest()


def _folded(text: bytes) -> bytes:
    letters = np.frombuffer(text, np.uint8)
    blank = letters == ord(" ")
    again = np.zeros(len(letters), np.bool_)
    np.logical_and(blank[1:], blank[:-1], out=again[1:])
    return letters[~again].tobytes() if again.any() else text


def simhash(words: U64) -> int:
    """64 bits over all triples of words in a row, given by their hashes: similar texts differ in few bits.

    A bit is set when it is set in more than half of the triples' hashes (Charikar 2002, Manku 2007). A triple
    counts once, or a table of zeros would look like any other. A text of fewer than eight words has none: 0.
    """
    if len(words) < SHORTEST:
        return 0
    hashes = _triples(words)
    counts = _counts(hashes)
    packed = np.packbits(2 * counts > len(hashes), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little") or 1


def _triples(words: U64) -> U64:
    """The hashes of the distinct triples."""
    mixed: U64 = words[:-2] * _FIRST + words[1:-1] * _SECOND + words[2:] * _THIRD
    mixed ^= mixed >> np.uint64(31)
    mixed *= _LAST
    mixed ^= mixed >> np.uint64(32)
    mixed.sort()
    first = np.ones(len(mixed), np.bool_)
    np.not_equal(mixed[1:], mixed[:-1], out=first[1:])
    return mixed[first]


def _counts(hashes: U64) -> NDArray[np.int64]:
    """How often each bit is set: the bytes of a number count eight bits at once, up to 255."""
    lanes = hashes >> _SHIFTS
    lanes &= _LANES
    sums = np.add.reduceat(lanes, np.arange(0, len(hashes), _FULL), axis=1)
    by_shift: NDArray[np.int64] = sums.view(np.uint8).reshape(8, -1, 8).sum(axis=1, dtype=np.int64)
    return by_shift.T.ravel()


class Near:
    """Finds, among fingerprints, the first one added that differs in at most `distance` bits.

    Two numbers that differ in d bits agree in at least one of d + 1 bands. Each band has its chains:
    fingerprints with the same bits there. Of equal fingerprints the first is kept, the answer for all.
    """

    def __init__(self, distance: int = 3) -> None:
        self.distance = distance
        edges = [BITS * band // (distance + 1) for band in range(distance + 2)]
        self._bands = [(low, (1 << high - low) - 1) for low, high in pairwise(edges)]
        self._clear()

    def _clear(self) -> None:
        self._keys = array("Q")
        self._fingerprints = array("Q")
        self._row: dict[int, int] = {}
        self._heads: list[dict[int, int]] = [{} for _ in self._bands]
        self._nexts = [array("q") for _ in self._bands]

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, key: int, fingerprint: int) -> None:
        """Remember a page by its key. Fingerprint 0, that of a text too short, is never near anything."""
        if not fingerprint or fingerprint in self._row:
            return
        row = self._row[fingerprint] = len(self._keys)
        self._keys.append(key)
        self._fingerprints.append(fingerprint)
        for (low, mask), heads, nexts in zip(self._bands, self._heads, self._nexts, strict=True):
            band = fingerprint >> low & mask
            nexts.append(heads.get(band, -1))
            heads[band] = row

    def find(self, fingerprint: int) -> int | None:
        """The key first added within the distance, if there is one."""
        if not fingerprint:
            return None
        best = self._row.get(fingerprint, len(self._keys))
        for row in self._alike(fingerprint):
            if row < best and (self._fingerprints[row] ^ fingerprint).bit_count() <= self.distance:
                best = row
        return self._keys[best] if best < len(self._keys) else None

    def _alike(self, fingerprint: int) -> Iterator[int]:
        for (low, mask), heads, nexts in zip(self._bands, self._heads, self._nexts, strict=True):
            row = heads.get(fingerprint >> low & mask, -1)
            while row >= 0:
                yield row
                row = nexts[row]

    def state(self) -> dict[str, U64]:
        """All that it knows, as named arrays."""
        return {
            "keys": np.array(self._keys, np.uint64),
            "fingerprints": np.array(self._fingerprints, np.uint64),
        }

    def restore(self, state: Mapping[str, U64]) -> None:
        """Know what the state knows and nothing else."""
        self._clear()
        for key, fingerprint in zip(state["keys"].tolist(), state["fingerprints"].tolist(), strict=True):
            self.add(key, fingerprint)
