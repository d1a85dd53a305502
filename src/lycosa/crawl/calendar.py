"""The host calendar: which host may be visited when. Crawl time in, held and released hosts out."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.lanes import ASLEEP

if TYPE_CHECKING:
    from lycosa.crawl.frontier import Frontier
    from lycosa.strategies.records import State


class Calendar:
    """At most `connections` tickets of a host at once (0: any number), and `gap` seconds between them."""

    def __init__(self, frontier: Frontier, gap: float = 0.0, connections: int = 0) -> None:
        self.frontier = frontier
        self.gap = gap
        self.connections = connections
        self.busy: dict[int, int] = {}
        self.until: dict[int, float] = {}
        self.wakes: list[tuple[float, int]] = []

    def leave(self, host: int, now: float) -> None:
        """A ticket for the host goes out."""
        self.busy[host] = self.busy.get(host, 0) + 1
        if self.connections and self.busy[host] >= self.connections:
            self.frontier.lanes.hold(host, ASLEEP)
        elif self.gap:
            self.sleep(host, now + self.gap)

    def back(self, host: int, now: float) -> None:
        """A ticket of the host has ended."""
        left = self.busy[host] = self.busy[host] - 1
        if not left:
            del self.busy[host]
        if self.gap:
            self.sleep(host, now + self.gap)
        elif host not in self.until:
            self.frontier.lanes.release(host, ASLEEP)

    def sleep(self, host: int, until: float) -> None:
        """Leave the host alone until then, or longer where it sleeps longer already."""
        if until > self.until.get(host, -np.inf):
            self.until[host] = until
            heappush(self.wakes, (until, host))
        self.frontier.lanes.hold(host, ASLEEP)

    def wake(self, now: float) -> None:
        """Release the hosts whose time has come."""
        while self.wakes and self.wakes[0][0] <= now:
            until, host = heappop(self.wakes)
            if self.until.get(host) == until:
                del self.until[host]
                if not (self.connections and self.busy.get(host, 0) >= self.connections):
                    self.frontier.lanes.release(host, ASLEEP)

    def next_wake(self) -> float:
        """When the next host wakes; infinity when none sleeps for a time."""
        while self.wakes and self.until.get(self.wakes[0][1]) != self.wakes[0][0]:
            heappop(self.wakes)
        return self.wakes[0][0] if self.wakes else float("inf")

    def state(self) -> State:
        """Who is busy and who sleeps until when."""
        busy, until = sorted(self.busy.items()), sorted(self.until.items())
        return {
            "busy": np.array(busy, np.int64).reshape(-1, 2),
            "hosts": np.array([host for host, _ in until], np.int64),
            "until": np.array([when for _, when in until], np.float64),
        }

    def restore(self, state: State) -> None:
        """Back to that."""
        self.busy = dict(state["busy"].tolist())
        self.until = dict(zip(state["hosts"].tolist(), state["until"].tolist(), strict=True))
        self.wakes = [(when, host) for host, when in self.until.items()]
        heapify(self.wakes)
