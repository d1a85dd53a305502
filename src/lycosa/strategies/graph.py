"""The graph of what was crawled, as columns: for strategies that look at all of it at times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.strategies.growing import Growing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Fetched, Keys, State, Values

COLUMNS = {"pages": "u8", "scores": "f8", "counts": "i4", "targets": "u8", "abroad": "?"}
SHARE = 10  # a study more is due when the crawl has grown by a tenth: so all of them together cost a few times the last


class Graph:
    """Fetched pages with their scores, and the keys each links to; those not fetched yet lead nowhere."""

    def __init__(self) -> None:
        self.columns = {name: Growing(kind) for name, kind in COLUMNS.items()}

    def __len__(self) -> int:
        return len(self.columns["pages"])

    def add(self, page: Fetched) -> None:
        """A page more. One that is fetched again is known already."""
        if page.ticket.again:
            return
        links = page.links
        row = (np.uint64(page.key), page.score, len(links), links.keys, links.hosts != page.host)
        for column, value in zip(self.columns.values(), row, strict=True):
            column.add(value)

    def state(self) -> State:
        """The columns."""
        return {name: column.held.copy() for name, column in self.columns.items()}

    def data(self) -> State:
        """The same for a study, which gets a copy of its own."""
        return {name: column.held for name, column in self.columns.items()}

    def restore(self, state: State) -> None:
        """Back to that."""
        for name, column in self.columns.items():
            column.restore(state[name])


class Edges(NamedTuple):
    """The graph numbered through: keys in order, and each link from number to number."""

    keys: Keys
    pages: NDArray[np.int64]  # the numbers of the fetched, in the order of their coming
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]

    @property
    def size(self) -> int:
        """How many URLs there are."""
        return len(self.keys)


def numbered(data: State) -> Edges:
    """The graph of a study's data."""
    keys, numbers = np.unique(np.concatenate([data["pages"], data["targets"]]), return_inverse=True)
    pages = numbers[: len(data["pages"])]
    return Edges(keys, pages, np.repeat(pages, data["counts"]), numbers[len(pages) :])


def summed(at: NDArray[Any], values: Values, size: int) -> Values:
    """The sum of the values at each number."""
    return np.bincount(at, values, size).astype(np.float64, copy=False)


def due(fed: int, last: int, every: int) -> bool:
    """Whether a study is due again after so many pages."""
    return fed - last >= max(every, fed // SHARE)
