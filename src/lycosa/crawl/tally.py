"""What the crawl counts, for its budgets and its last lines."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lycosa.strategies.records import State

BOUNDARY = 0.5  # every judge's own: from here on a page is relevant


class Tally:
    """Counts so far."""

    numbers = (
        "fetches",
        "out",
        "pages",
        "relevant",
        "failures",
        "redirects",
        "duplicates",
        "refusals",
        "revisits",
        "size",
        "issued",
        "retries",
    )

    def __init__(self, window: int = 0) -> None:
        self.fetches = self.out = self.pages = self.relevant = self.failures = 0
        self.redirects = self.duplicates = self.refusals = self.revisits = self.size = 0
        self.issued = self.retries = 0  # tickets for pages ever; tries beyond the first
        self.reasons: dict[str, int] = {}
        self.lately: deque[bool] = deque(maxlen=window or 1)

    def count(self, reason: str) -> None:
        """One more of a named failure or refusal."""
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def page(self, score: float, *, again: bool) -> None:
        """A page was fed; a revisit is not a new one."""
        if again:
            self.revisits += 1
            return
        self.pages += 1
        self.relevant += score >= BOUNDARY
        self.lately.append(score >= BOUNDARY)

    def state(self) -> State:
        """All counts."""
        return {
            "numbers": np.array([getattr(self, name) for name in self.numbers], np.int64),
            "reasons": dict(self.reasons),
            "lately": np.array(self.lately, np.bool_),
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        for name, value in zip(self.numbers, state["numbers"].tolist(), strict=True):
            setattr(self, name, value)
        self.reasons = dict(state["reasons"])
        self.lately.clear()
        self.lately.extend(state["lately"].tolist())
