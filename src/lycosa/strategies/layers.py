"""Layers: how many links each fetched page is away from a relevant one, its links read backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.growing import Growing, Ledger
from lycosa.strategies.records import FETCHED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Fetched, State

    Rows = NDArray[np.int64]

SOURCES = 8  # pages that link to a page, of which is known
NOWHERE = 255  # the layer of pages from which no way to a relevant one is known


class Layers:
    """A layer for each page, in order of arrival, and the first pages that link to it. There are `most` layers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pages = Ledger(layer="u1")
        self.sources = Growing("i4")

    def __len__(self) -> int:
        return len(self.pages)

    @property
    def held(self) -> NDArray[np.uint8]:
        """The layers of all pages."""
        found: NDArray[np.uint8] = self.pages["layer"]
        return found

    def find(self, key: int) -> int:
        """The row of a page; -1 for strangers."""
        return self.pages.find(key)

    def add(self, page: Fetched, sources: NDArray[np.int32], *, relevant: bool) -> None:
        """A page that came, and the rows of those that led to it."""
        met = [self.find(key) for key in page.links.keys[page.links.status == FETCHED].tolist()]
        row = self.pages.row(page.key)
        self.sources.add(np.append(sources, np.full(SOURCES - len(sources), -1, np.int32)))
        rows = np.array([one for one in met if one >= 0], np.int64)
        self._tell(row, rows)
        self.held[row] = NOWHERE
        self._relax(row, 0 if relevant else int(self.held[rows].min(initial=NOWHERE)) + 1)

    def _tell(self, source: int, rows: Rows) -> None:
        """One more page that links to these, as far as there is room."""
        sources = self.sources.held.reshape(-1, SOURCES)
        free = sources[rows] < 0
        room = free.any(axis=1)
        sources[rows[room], free[room].argmax(axis=1)] = source

    def _relax(self, row: int, layer: int) -> None:
        """A page lies in this layer, and those that link to it at most one further out."""
        sources = self.sources.held.reshape(-1, SOURCES)
        rows = np.array([row])
        while layer < self.most and len(rows):
            rows = rows[self.held[rows] > layer]
            self.held[rows] = layer
            found = sources[rows].ravel()
            rows = np.unique(found[found >= 0])
            layer += 1

    def state(self) -> State:
        """As named arrays."""
        return {"pages": self.pages.state(), "sources": self.sources.held.copy()}

    def restore(self, state: State) -> None:
        """Back to that state."""
        self.pages.restore(state["pages"])
        self.sources.restore(state["sources"])
