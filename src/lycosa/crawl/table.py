"""Waiting URLs as columns: one row each, rows used again."""

from __future__ import annotations

from mmap import mmap
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lycosa.strategies.records import State

MAPPED = 1 << 16  # bytes from which a column has a mapping of its own
FREE, WAITING, QUEUED, OUT = range(4)

Places = NDArray[np.int64]

KINDS = {
    "key": "u8",
    "priority": "f8",
    "via": "u8",
    "text": "i8",  # where its URL lies among the texts
    "arrival": "u4",
    "host": "i4",
    "lane": "i4",
    "times": "i4",
    "epoch": "i4",
    "depth": "u2",
    "status": "u1",
    "again": "u1",
    "beside": "u1",  # an older offer of it lies on a shelf
    "hops": "u1",
}


class Table:
    """Columns by name, and which rows are free. The last freed is used first: the layout follows from what happened."""

    key: Any
    priority: Any
    via: Any
    text: Any
    arrival: Any
    host: Any
    lane: Any
    times: Any
    epoch: Any
    depth: Any
    status: Any
    again: Any
    beside: Any
    hops: Any
    trail: Any
    sightings: Any
    sighted: Any

    def __init__(self, trail: np.dtype[np.void], remember: int = 1) -> None:
        self.remember = remember
        self.kinds: dict[str, Any] = {**KINDS, "trail": trail}
        if remember > 1:
            self.kinds["sightings"] = (trail, (remember,))
            self.kinds["sighted"] = "u1"
        self.size = 0
        self.room = 0
        self.freed: list[int] = []
        self._widen(1024)

    def _widen(self, room: int) -> None:
        for name, kind in self.kinds.items():
            wider = _mapped(room, np.dtype(kind))
            if self.size:
                wider[: self.size] = getattr(self, name)[: self.size]
            setattr(self, name, wider)
        self.room = room

    def take(self, n: int) -> Places:
        """Rows for n newcomers."""
        again = min(n, len(self.freed))
        fresh = n - again
        if self.size + fresh > self.room:
            self._widen(max(self.size + fresh, self.room + (self.room >> 2)))
        rows = np.empty(n, np.int64)
        if again:
            rows[:again] = self.freed[: -again - 1 : -1]
            del self.freed[-again:]
        rows[again:] = np.arange(self.size, self.size + fresh)
        self.size += fresh
        return rows

    def free(self, row: int) -> None:
        """The row may be used again."""
        self.status[row] = FREE
        self.key[row] = 0
        self.freed.append(row)

    def rows(self, status: int) -> Places:
        """All rows of a status, in order of row."""
        return np.flatnonzero(self.status[: self.size] == status)

    def record(self) -> np.dtype[np.void]:
        """A row as a record, as it lies on a shelf."""
        kept = {name: kind for name, kind in self.kinds.items() if name not in ("status", "beside")}
        fields = [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in kept.items()]
        return np.dtype(fields)

    def records(self, rows: Places) -> NDArray[np.void]:
        """Rows as records."""
        out = np.zeros(len(rows), self.record())
        for name in out.dtype.names or ():
            out[name] = getattr(self, name)[rows]
        return out

    def put(self, records: NDArray[np.void]) -> Places:
        """Records into rows, waiting."""
        rows = self.take(len(records))
        for name in records.dtype.names or ():
            getattr(self, name)[rows] = records[name]
        self.status[rows] = WAITING
        self.beside[rows] = 0
        return rows

    def state(self) -> State:
        """The columns as they lie; what a free row last held is left out."""
        used = self.status[: self.size] != FREE
        columns = {}
        for name in self.kinds:
            column = getattr(self, name)[: self.size].copy()
            column[~used] = np.zeros((), column.dtype)
            columns[name] = column
        return {"columns": columns, "freed": np.array(self.freed, np.int64)}

    def restore(self, state: State) -> None:
        """Back to that layout."""
        self.size = 0
        columns = state["columns"]
        size = len(columns["key"])
        self._widen(max(1024, size, self.room))
        for name in self.kinds:
            getattr(self, name)[:size] = columns[name]
        self.size = size
        self.freed = state["freed"].tolist()


def _mapped(room: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """Zeros in a mapping of their own: what a column outgrows goes back to the system instead of leaving a hole."""
    if room * kind.itemsize < MAPPED:
        return np.zeros(room, kind)
    base = kind.base
    return np.frombuffer(mmap(-1, room * kind.itemsize), base).reshape(room, *kind.shape)
