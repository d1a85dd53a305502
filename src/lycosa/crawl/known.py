"""What the crawl knows of every URL it has seen, by key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from lycosa.strategies.records import Keys, State, Values

BARRED_MARK = -1


class Known(dict[int, int]):
    """Key to what it is: an entry of the frontier (0 and up), -1 for barred, below for the ended ones by number.

    Of an ended URL its score stays (NaN where there was no page), where its text lies, its host and depth.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ended = 0
        self.revisits: dict[int, int] = {}  # fetched ones that wait to be fetched again
        self.scores = np.zeros(64)
        self.records = np.zeros(64, [("key", "u8"), ("text", "i8"), ("host", "i4"), ("depth", "u2")])

    def end(self, key: int, score: float, record: tuple[int, int, int]) -> None:
        """The URL's ticket has ended, with this score."""
        if key in self.revisits:
            mark = self[key] = self.revisits.pop(key)
            if not np.isnan(score):
                self.scores[-2 - mark] = score
            return
        if self.ended == len(self.scores):
            self.scores = np.concatenate([self.scores, np.zeros(self.ended)])
            self.records = np.concatenate([self.records, np.zeros(self.ended, self.records.dtype)])
        self.scores[self.ended] = score
        self.records[self.ended] = (key, *record)
        self[key] = -2 - self.ended
        self.ended += 1

    def revisit(self, key: int, mark: int) -> Any:
        """An ended URL is to wait again; its record."""
        self.revisits[key] = mark
        return self.records[-2 - mark]

    def forget(self, key: int) -> None:
        """A waiting URL was withdrawn: a stranger again, or fetched as before."""
        if key in self.revisits:
            self[key] = self.revisits.pop(key)
        else:
            del self[key]

    def bar(self, key: int) -> None:
        """Never offer it again."""
        self[key] = BARRED_MARK

    def score(self, mark: int) -> float:
        """The score of an ended URL, NaN where it has none."""
        return float(self.scores[-2 - mark])

    def state(self) -> State:
        """Ended ones in order, barred ones sorted; what waits is the frontier's to save."""
        barred = sorted(key for key, mark in self.items() if mark == BARRED_MARK)
        return {
            "scores": self.scores[: self.ended].copy(),
            "records": self.records[: self.ended].copy(),
            "barred": np.array(barred, np.uint64),
            "revisits": np.array([-2 - mark for mark in self.revisits.values()], np.int64),
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        self.clear()
        self.scores: Values = np.append(state["scores"], np.zeros(64))
        self.records = np.append(state["records"], np.zeros(64, self.records.dtype))
        self.ended = len(state["scores"])
        keys: Keys = state["records"]["key"]
        self.revisits = {int(keys[number]): -2 - number for number in state["revisits"].tolist()}
        self.update(zip(keys.tolist(), range(-2, -2 - self.ended, -1), strict=True))
        self.update(dict.fromkeys(state["barred"].tolist(), BARRED_MARK))
