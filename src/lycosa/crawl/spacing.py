"""Spacing: among so many tickets in a row a host comes at most once, as long as others wait (Uluhan 2006)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.lanes import RECENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.strategies.records import State


class Spacing:
    """The hosts of the last tickets, held."""

    def __init__(self, tickets: int, hold: Callable[[int, int], None], release: Callable[[int, int], None]) -> None:
        self.tickets = tickets
        self.hold = hold
        self.release = release
        self.recent: deque[int] = deque()

    def visit(self, host: int) -> None:
        """A ticket for the host goes out."""
        self.recent.append(host)
        self.hold(host, RECENT)
        if len(self.recent) >= self.tickets:
            oldest = self.recent.popleft()
            if oldest not in self.recent:
                self.release(oldest, RECENT)

    def yielding(self, pop: Callable[[], int | None]) -> int | None:
        """When nothing else is awake, the held host visited longest ago comes first."""
        for host in dict.fromkeys(self.recent):
            self.release(host, RECENT)
            row = pop()
            if row is not None:
                return row
            self.hold(host, RECENT)
        return None

    def state(self) -> State:
        """The hosts, the oldest first."""
        return {"recent": np.array(self.recent, np.int64)}

    def restore(self, state: State) -> None:
        """Back to those; who is held is saved with the hosts."""
        self.recent = deque(state["recent"].tolist())
