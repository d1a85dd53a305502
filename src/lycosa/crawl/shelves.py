"""Shelves: the worst of very many waiting URLs, outside memory, until they are the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from lycosa.crawl.order import ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import State, Values

    Records = NDArray[np.void]

BAND = 4096  # records read at a time


class Shelf(Protocol):
    """Where runs of records lie: a port. A run is written once and read from its beginning on."""

    def put(self, records: Records) -> int:
        """Write a run; its number."""

    def read(self, run: int, begin: int, end: int) -> Records:
        """Part of a run."""

    def drop(self, run: int) -> None:
        """The run has been read to its end."""

    def state(self) -> State:
        """What must be saved to come back to these runs."""

    def restore(self, state: State) -> None:
        """Back to those runs."""


class MemoryShelf:
    """Runs in memory."""

    def __init__(self) -> None:
        self.runs: dict[int, Records] = {}
        self.next = 0

    def put(self, records: Records) -> int:
        """Keep a run; its number."""
        self.runs[self.next] = records
        self.next += 1
        return self.next - 1

    def read(self, run: int, begin: int, end: int) -> Records:
        """Part of a run."""
        return self.runs[run][begin:end]

    def drop(self, run: int) -> None:
        """Forget it."""
        del self.runs[run]

    def state(self) -> State:
        """All of them."""
        return {"runs": {str(run): records for run, records in self.runs.items()}, "next": self.next}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.runs = {int(run): records for run, records in state["runs"].items()}
        self.next = state["next"]


class Run:
    """One run, best first, and how far it was read."""

    __slots__ = ("begin", "head", "number", "size")

    def __init__(self, number: int, size: int, begin: int, head: int) -> None:
        self.number, self.size, self.begin, self.head = number, size, begin, head


class Shelves:
    """Sorted runs; `head` says how good the best record of all is."""

    def __init__(self, shelf: Shelf, band: int = BAND) -> None:
        self.shelf = shelf
        self.band = band
        self.runs: list[Run] = []
        self.several: dict[int, int] = {}  # keys with more than one record
        self.waiting = 0  # records on the shelves

    def head(self) -> int | None:
        """Rank and arrival of the best record, as one number; the smaller the better."""
        return min((run.head for run in self.runs), default=None)

    def put(self, records: Records, beside: NDArray[np.uint8]) -> None:
        """A run, in any order; of those beside, an older record lies on a shelf already."""
        self.waiting += len(records)
        for key in records["key"][beside != 0].tolist():
            self.several[key] = self.several.get(key, 1) + 1
        self._run(records)

    def others(self, keys: NDArray[np.uint64]) -> list[int]:
        """A record of each key was taken down: whether more of it lie there."""
        if not self.several:
            return [0] * len(keys)
        left = [self.several.pop(key, 1) - 1 for key in keys.tolist()]
        self.several.update((key, n) for key, n in zip(keys.tolist(), left, strict=True) if n)
        return [int(n > 0) for n in left]

    def _run(self, records: Records) -> None:
        made = grades(records["priority"], records["arrival"])
        order = np.argsort(made)
        self.runs.append(Run(self.shelf.put(records[order]), len(records), 0, int(made[order[0]])))

    def read(self) -> Records:
        """The next band of the run with the best head."""
        run = min(self.runs, key=lambda one: one.head)
        end = min(run.begin + self.band, run.size)
        ahead = self.shelf.read(run.number, run.begin, min(end + 1, run.size))
        records = ahead[: end - run.begin]
        self.waiting -= len(records)
        run.begin = end
        if end == run.size:
            self.runs.remove(run)
            self.shelf.drop(run.number)
        else:
            run.head = int(grades(ahead["priority"][-1:], ahead["arrival"][-1:])[0])
        return records

    def state(self) -> State:
        """The runs, and how far they were read."""
        runs = [[run.number, run.size, run.begin] for run in self.runs]
        return {
            "runs": np.array(runs, np.int64).reshape(-1, 3),
            "heads": [run.head for run in self.runs],
            "several": np.array(sorted(self.several.items()), np.uint64).reshape(-1, 2),
            "shelf": self.shelf.state(),
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        self.shelf.restore(state["shelf"])
        self.runs = [
            Run(number, size, begin, head)
            for (number, size, begin), head in zip(state["runs"].tolist(), state["heads"], strict=True)
        ]
        self.waiting = sum(run.size - run.begin for run in self.runs)
        self.several = dict(state["several"].tolist())


def grades(priority: Values, arrival: NDArray[np.uint32]) -> NDArray[Any]:
    """Rank and arrival as one number each; ordered as the frontier orders."""
    pairs = zip(ranks(priority).tolist(), arrival.tolist(), strict=True)
    return np.array([(rank << 32) | place for rank, place in pairs], object)
