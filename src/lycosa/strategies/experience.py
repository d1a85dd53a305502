"""What came of links lately: what each was told by, what its page scored, and the pages fetched from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Ending, State, Values

COLUMNS = ("samples", "scores", "children", "keys")


class Experience:
    """The last so many fetches. Each is worth its score and half the mean score of the pages fetched from its links."""

    def __init__(self, most: int, features: int) -> None:
        self.most = most
        self.samples: NDArray[Any] = np.zeros((most, features), np.float16)
        self.scores = np.zeros(most)
        self.children = np.zeros((most, 2))  # how many were fetched, and the sum of their scores
        self.keys = np.zeros(most, np.uint64)
        self.places: dict[int, int] = {}  # by key
        self.known = 0  # fetches so far

    def __len__(self) -> int:
        return min(self.known, self.most)

    def note(self, end: Ending) -> None:
        """One fetch more; the oldest is forgotten. What did not bring a page scores nothing."""
        score = end.page.score if end.page else 0.0
        parent = self.places.get(end.ticket.via)
        if parent is not None:
            self.children[parent] += 1, score
        place = self.known % self.most
        self.places.pop(int(self.keys[place]), None)
        self.places[end.ticket.key] = place
        self.keys[place], self.scores[place] = end.ticket.key, score
        self.samples[place], self.children[place] = end.ticket.trail["x"], 0.0
        self.known += 1

    def worth(self) -> Values:
        """What each fetch is worth by now."""
        counts, sums = self.children[: len(self)].T
        worth: Values = self.scores[: len(self)] + 0.5 * sums / np.maximum(counts, 1)
        return worth

    def state(self) -> State:
        """All of it."""
        return {"known": self.known, **{name: getattr(self, name)[: len(self)].copy() for name in COLUMNS}}

    def restore(self, state: State) -> None:
        """Back to that."""
        self.known = state["known"]
        for name in COLUMNS:
            getattr(self, name)[: len(self)] = state[name]
        self.places = {key: place for place, key in enumerate(state["keys"].tolist())}
