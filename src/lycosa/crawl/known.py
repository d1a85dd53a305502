"""What the crawl knows of every URL it has seen, by key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lycosa.strategies.records import Keys, State

BARRED = -1
ENDED = -2  # and below: by number of ending
SHELVED = -(1 << 40)  # and below: by arrival
STRANGER = -(1 << 62)  # was seen once and forgotten
PACK = 2_000_000  # so many marks of URLs that do not wait are kept in the dictionary


class Known:
    """Key to mark: an entry of the frontier (0 and up) while it waits or is out, else a negative number by kind.

    Of an ended URL stay its score (NaN where there was no page), where its text lies, its host and depth. Past a set
    size the marks of all that do not wait lie in sorted arrays.
    """

    def __init__(self, pack: int = PACK) -> None:
        self.marks: dict[int, int] = {}
        self.get = self.marks.get
        self.set_many = self.marks.update
        self.limit = pack
        self.packed_keys = np.zeros(0, np.uint64)
        self.packed_marks = np.zeros(0, np.int64)
        self.revisits: dict[int, int] = {}  # fetched ones that wait to be fetched again, to number of ending
        self.ended = 0
        self.scores = np.zeros(64)
        self.records = np.zeros(64, [("key", "u8"), ("text", "i8"), ("host", "i4"), ("depth", "u2")])

    def look(self, keys: Sequence[int]) -> list[int | None]:
        """The mark of each key, None for strangers."""
        marks = list(map(self.get, keys))
        if len(self.packed_keys):
            self._unpack(keys, marks)
        return marks

    def _unpack(self, keys: Sequence[int], marks: list[int | None]) -> None:
        places = [place for place, mark in enumerate(marks) if mark is None]
        wanted = np.array([keys[place] for place in places], np.uint64)
        at = np.minimum(np.searchsorted(self.packed_keys, wanted), len(self.packed_keys) - 1)
        found = self.packed_keys[at] == wanted
        for place, mark in zip(
            np.array(places, np.int64)[found].tolist(), self.packed_marks[at[found]].tolist(), strict=True
        ):
            marks[place] = mark
        for place, mark in enumerate(marks):
            if mark == STRANGER:
                marks[place] = None

    def pack(self, waiting: int) -> None:
        """Put the marks of what does not wait into sorted arrays, when they have become many."""
        if len(self.marks) - waiting <= self.limit:
            return
        still = [(key, mark) for key, mark in self.marks.items() if mark < 0]
        for key, _ in still:
            del self.marks[key]
        keys = np.concatenate([self.packed_keys, np.array([key for key, _ in still], np.uint64)])
        marks = np.concatenate([self.packed_marks, np.array([mark for _, mark in still], np.int64)])
        order = np.argsort(keys, kind="stable")
        keys, marks = keys[order], marks[order]
        newest = np.append(keys[1:] != keys[:-1], True)  # of two marks of a key the later one holds
        self.packed_keys, self.packed_marks = keys[newest], marks[newest]

    def end(self, key: int, score: float, record: tuple[int, int, int]) -> None:
        """The URL's ticket has ended, with this score; record: where its text lies, host and depth."""
        if key in self.revisits:
            end = self.revisits.pop(key)
            self.marks[key] = ENDED - end
            if not np.isnan(score):
                self.scores[end] = score
            return
        if self.ended == len(self.scores):
            self.scores = np.concatenate([self.scores, np.zeros(self.ended)])
            self.records = np.concatenate([self.records, np.zeros(self.ended, self.records.dtype)])
        self.scores[self.ended] = score
        self.records[self.ended] = (key, *record)
        self.marks[key] = ENDED - self.ended
        self.ended += 1

    def revisit(self, key: int, end: int) -> Any:
        """An ended URL is to wait again; its record."""
        self.revisits[key] = end
        return self.records[end]

    def forget(self, key: int) -> None:
        """A waiting URL was withdrawn: a stranger again, or fetched as before."""
        if key in self.revisits:
            self.marks[key] = ENDED - self.revisits.pop(key)
        elif len(self.packed_keys):
            self.marks[key] = STRANGER
        else:
            self.marks.pop(key, None)

    def bar(self, key: int) -> None:
        """Never offer it again."""
        self.marks[key] = BARRED

    def shelve(self, keys: Iterable[int], arrivals: Iterable[int]) -> None:
        """These lie on a shelf now."""
        self.set_many((key, SHELVED - arrival) for key, arrival in zip(keys, arrivals, strict=True))

    def state(self) -> State:
        """Ended ones in order, barred and shelved ones by key; what waits is the frontier's to save."""
        still = dict(zip(self.packed_keys.tolist(), self.packed_marks.tolist(), strict=True)) | self.marks
        return {
            "scores": self.scores[: self.ended].copy(),
            "records": self.records[: self.ended].copy(),
            "barred": np.array(sorted(key for key, mark in still.items() if mark == BARRED), np.uint64),
            "shelved": _pairs(
                sorted((key, SHELVED - mark) for key, mark in still.items() if STRANGER < mark <= SHELVED)
            ),
            "revisits": np.array(list(self.revisits.values()), np.int64),
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        self.marks.clear()
        self.packed_keys, self.packed_marks = self.packed_keys[:0], self.packed_marks[:0]
        self.scores = np.append(state["scores"], np.zeros(64))
        self.records = np.append(state["records"], np.zeros(64, self.records.dtype))
        self.ended = len(state["scores"])
        keys: Keys = state["records"]["key"]
        self.revisits = {int(keys[number]): number for number in state["revisits"].tolist()}
        self.set_many(zip(keys.tolist(), range(ENDED, ENDED - self.ended, -1), strict=True))
        self.set_many(dict.fromkeys(state["barred"].tolist(), BARRED))
        self.shelve(state["shelved"][:, 0].tolist(), state["shelved"][:, 1].tolist())


def _pairs(pairs: list[tuple[int, int]]) -> Any:
    return np.array(pairs, np.uint64).reshape(-1, 2)
