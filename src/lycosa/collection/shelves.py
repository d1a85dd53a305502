"""Shelves on disk: one file a run, written once, so that a checkpoint can name what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.archive.appending import unwritable
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.crawl.shelves import Records
    from lycosa.strategies.records import State


class ShelfError(LycosaError):
    """Shelves that are not as the checkpoint left them."""


class FileShelf:
    """Runs as files of bare records in a folder of their own.

    What was dropped may stand in the checkpoint that is being replaced, or in the one about to be written, which a
    kill may undo: a file goes when two states in a row have not named it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise unwritable(folder, wrong) from None
        self.kind = np.dtype([])  # what a record is, the same in all runs
        self.runs: dict[int, int] = {}  # number: records
        self.next = 0
        self.dropped: list[int] = []  # since the last state
        self.doomed: list[int] = []  # before it

    def _path(self, run: int) -> Path:
        return self.folder / f"{run}.run"

    def put(self, records: Records) -> int:
        """Write a run; its number."""
        run = self.next
        try:
            self._path(run).write_bytes(records.tobytes())
        except OSError as wrong:
            raise unwritable(self._path(run), wrong) from None
        self.kind, self.runs[run] = records.dtype, len(records)
        self.next += 1
        return run

    def read(self, run: int, begin: int, end: int) -> Records:
        """Part of a run."""
        size, count = self.kind.itemsize, min(end, self.runs[run]) - begin
        with self._path(run).open("rb") as file:
            file.seek(begin * size)
            return np.frombuffer(file.read(count * size), self.kind)

    def drop(self, run: int) -> None:
        """The run is not needed any more; its file stays for the checkpoints that name it."""
        del self.runs[run]
        self.dropped.append(run)

    def state(self) -> State:
        """The files and how many records each has."""
        for run in self.doomed:
            self._path(run).unlink(missing_ok=True)
        self.doomed, self.dropped = self.dropped, []
        runs = np.array(list(self.runs.items()), np.int64).reshape(-1, 2)
        return {"runs": runs, "next": self.next, "kind": np.zeros(0, self.kind)}

    def restore(self, state: State) -> None:
        """Back to those; files of which the state knows nothing were written after it, and go."""
        self.kind, self.next = state["kind"].dtype, state["next"]
        self.runs = dict(state["runs"].tolist())
        self.dropped, self.doomed = [], []
        for run, records in self.runs.items():
            self._check(self._path(run), records * self.kind.itemsize)
        named = {self._path(run) for run in self.runs}
        for path in sorted(self.folder.glob("*.run")):
            if path not in named:
                path.unlink()

    @staticmethod
    def _check(path: Path, size: int) -> None:
        found = path.stat().st_size if path.exists() else -1
        if found != size:
            what = "is missing" if found < 0 else f"has {found:,} bytes"
            raise ShelfError(f"{path} {what}; the checkpoint wants {size:,}: restore it from a copy of the collection")
