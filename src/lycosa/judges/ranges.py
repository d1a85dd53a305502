"""Arithmetic over many ranges of one text at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.judges.base import Values
    from lycosa.pages.lexicon import Ids
    from lycosa.pages.records import Positions


class Counts(NamedTuple):
    """How often each term stands in each range: one row per pair that occurs, by range."""

    ranges: Positions
    firsts: Positions  # where the term stands first in the text: its name within the text
    times: Positions


def running(values: Values) -> Values:
    """Sums up to each place, so that a range's sum is a difference."""
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    return sums


def among(kept: NDArray[np.bool_], ranges: Ranges) -> Ranges:
    """The ranges of a text, as ranges of the tokens kept of it."""
    before = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=before[1:])
    return Ranges(before[ranges.starts], before[ranges.ends])


class Firsts:
    """Names terms by where each stands first, so that no lexicon's numbering can reach a result."""

    def __init__(self) -> None:
        self.scratch = np.zeros(1024, np.int32)

    def __getitem__(self, ids: Ids) -> NDArray[np.int32]:
        size = int(ids.max(initial=0)) + 1
        if size > len(self.scratch):
            self.scratch = np.zeros(2 * size, np.int32)
        self.scratch[ids[::-1]] = np.arange(len(ids) - 1, -1, -1, dtype=np.int32)
        return self.scratch[ids]


def count(firsts: NDArray[np.int32], ranges: Ranges) -> Counts:
    """The counts of every term in every range: the ranges laid end to end, sorted by range and term."""
    lengths = np.maximum(ranges.ends - ranges.starts, 0)
    width = len(firsts)
    rows = len(lengths)
    stops = np.cumsum(lengths)
    total = int(stops[-1]) if rows else 0
    flat = np.repeat(ranges.starts - stops + lengths, lengths)
    flat += np.arange(total)
    wide = np.int32 if rows * width < 2**31 else np.int64
    keys = np.repeat((np.arange(rows) * width).astype(wide), lengths)
    keys += firsts[flat]
    keys.sort()
    new = np.empty(total, np.bool_)
    new[:1] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    heads = np.flatnonzero(new)
    times = np.diff(heads, append=total)
    row, first = np.divmod(keys[heads], width) if total else (keys, keys)
    return Counts(row, first, times)


def dyadic(values: Values, bits: int) -> Values:
    """Rounded to so many binary places, so that sums are exact and the same in any order."""
    scale = 2.0**bits
    return np.rint(values * scale) / scale
