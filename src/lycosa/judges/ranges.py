"""Arithmetic over many ranges of one text at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.judges.base import Values
    from lycosa.pages.lexicon import Ids
    from lycosa.pages.records import Positions, Ranges


class Counts(NamedTuple):
    """How often each term stands in each range: an entry per pair that occurs, by range and name."""

    names: NDArray[np.signedinteger[Any]]
    times: Positions
    bounds: Positions  # where each range's entries begin, and where the last one's end

    def sums(self, values: Values) -> Values:
        """The sum of the entries' values for each range; values may be rows."""
        sums = np.zeros((len(self.bounds) - 1, *values.shape[1:]))
        held = (self.bounds[1:] > self.bounds[:-1]).nonzero()[0]
        if len(held):
            sums[held] = np.add.reduceat(values, self.bounds[held])
        return sums


def running(values: NDArray[Any]) -> NDArray[Any]:
    """Sums up to each place, so that a range's sum is a difference."""
    sums = np.zeros(len(values) + 1, np.float64 if values.dtype.kind == "f" else np.int64)
    values.cumsum(out=sums[1:])
    return sums


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
    if len(ranges.starts) == 1:
        return _count_one(names[ranges.starts[0] : ranges.ends[0]])
    lengths = np.maximum(ranges.ends - ranges.starts, 0)
    stops = running(lengths)
    total = int(stops[-1])
    flat = np.repeat(ranges.starts - stops[:-1], lengths)
    flat += np.arange(total)
    rows = np.arange(len(lengths)) * width
    keys = np.repeat(rows.astype(np.int32 if len(rows) * width < 2**31 else np.int64), lengths)
    keys += names[flat]
    keys.sort()
    new = np.empty(total, np.bool_)
    new[:1] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    heads = new.nonzero()[0]
    times = np.empty_like(heads)
    np.subtract(heads[1:], heads[:-1], out=times[:-1])
    times[-1:] = total - heads[-1:]
    bounds = heads.searchsorted(stops)
    distinct = keys[heads]
    return Counts(distinct - distinct // max(width, 1) * width, times, bounds)


def _count_one(names: NDArray[np.int32]) -> Counts:
    """The same of a single range, which needs no sorting."""
    times = np.bincount(names)
    distinct = np.flatnonzero(times)
    return Counts(distinct, times[distinct], np.array([0, len(distinct)]))
