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
    """How often each term stands in each range: a row per pair that occurs, by range and the term's name."""

    ranges: Positions
    names: Positions
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


def count(names: NDArray[np.int32], ranges: Ranges, width: int) -> Counts:
    """The counts of every term in every range, terms given as names below `width`.

    The ranges are laid end to end and sorted by range and term, so that a range's terms come in the same
    order whatever else is asked.
    """
    lengths = np.maximum(ranges.ends - ranges.starts, 0)
    rows = len(lengths)
    stops = np.cumsum(lengths)
    total = int(stops[-1]) if rows else 0
    flat = np.repeat(ranges.starts - stops + lengths, lengths)
    flat += np.arange(total)
    wide = np.int32 if rows * width < 2**31 else np.int64
    keys = np.repeat((np.arange(rows) * width).astype(wide), lengths)
    keys += names[flat]
    keys.sort()
    new = np.empty(total, np.bool_)
    new[:1] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    heads = np.flatnonzero(new)
    times = np.empty_like(heads)
    np.subtract(heads[1:], heads[:-1], out=times[:-1])
    times[-1:] = total - heads[-1:]
    return Counts(*np.divmod(keys[heads], max(width, 1)), times)
