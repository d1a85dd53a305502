"""Arrays that grow at their end, and numbers by key on top of them: what strategies that keep much keep it in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Keys, State, Values


class Growing:
    """A column with a little room at its end."""

    def __init__(self, kind: str) -> None:
        self.room: NDArray[Any] = np.zeros(64, np.dtype(kind))
        self.size = 0

    def __len__(self) -> int:
        return self.size

    @property
    def held(self) -> NDArray[Any]:
        """What was added, to be read and written."""
        return self.room[: self.size]

    def add(self, values: Any) -> None:
        """Put these at the end."""
        end = self.size + np.size(values)
        if end > len(self.room):
            wider = np.zeros(max(end, len(self.room) + (len(self.room) >> 2)), self.room.dtype)
            wider[: self.size] = self.held
            self.room = wider
        self.room[self.size : end] = values
        self.size = end

    def restore(self, values: NDArray[Any]) -> None:
        """Just these."""
        self.size = 0
        self.add(values)


class Ledger:
    """Columns by key, a row each, in order of first sight."""

    def __init__(self, **kinds: str) -> None:
        self.rows: dict[int, int] = {}
        self.keys = Growing("u8")
        self.columns = {name: Growing(kind) for name, kind in kinds.items()}

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name].held

    def find(self, key: int) -> int:
        """Its row; -1 for strangers."""
        return self.rows.get(key, -1)

    def row(self, key: int) -> int:
        """Its row; a stranger gets one of zeros."""
        row = self.rows.get(key)
        if row is None:
            row = self.rows[key] = len(self.keys)
            self.keys.add(np.uint64(key))
            for column in self.columns.values():
                column.add(0)
        return row

    def state(self) -> State:
        """The columns."""
        return {"keys": self.keys.held.copy(), **{name: one.held.copy() for name, one in self.columns.items()}}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.keys.restore(state["keys"])
        for name, column in self.columns.items():
            column.restore(state[name])
        self.rows.clear()
        self.rows.update(zip(state["keys"].tolist(), range(len(state["keys"])), strict=True))


def looked_up(keys: Keys, values: Values, wanted: Keys, missing: float) -> Values:
    """The values of some keys, given all of them in order."""
    if not len(keys):
        return np.full(len(wanted), missing)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, values[at], missing)
