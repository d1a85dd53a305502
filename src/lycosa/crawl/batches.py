"""Batches: the n best are taken and used up before the frontier is looked at again (García Dorado, Uluhan)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.order import entries
from lycosa.crawl.table import QUEUED, Places

if TYPE_CHECKING:
    from lycosa.crawl.overflow import Overflow
    from lycosa.crawl.waiting import Waiting


class Batches:
    """Takes from the waiting n at a time. A sleeping rest does not block: others are fetched in."""

    def __init__(self, waiting: Waiting, overflow: Overflow) -> None:
        self.waiting = waiting
        self.overflow = overflow
        self.strategy = waiting.strategy
        self.table = waiting.table

    def pop(self, floor: float) -> int | None:
        """The next row of the batch, a new batch where none of this one is awake."""
        if self._next(-np.inf) is None:
            self.fill()
        place = self._next(floor)
        return None if place is None else self.waiting.queue.pop(place)

    def _next(self, floor: float) -> int | None:
        """The place of the batch's best whose host is awake."""
        for place, row in enumerate(self.waiting.queue):
            if not self.waiting.lanes.held[self.table.host[row]] and self.table.priority[row] >= floor:
                return place
        return None

    def fill(self) -> None:
        """Take the n best whose hosts are awake; one from each host in turn where the strategy asks for it."""
        table, batch = self.table, self.strategy.batch
        while True:
            rows = self.waiting.movable()
            awake = np.array(self.waiting.lanes.held, np.uint8)[table.host[rows]] == 0
            if not (self.strategy.batch_sleeping and awake.any() and not self.waiting.queue):
                rows = rows[awake]
            best = self.waiting.best_first(rows)[:batch]
            last = best[-1:] if len(best) == batch else best[:0]
            worst = entries(table.priority[last], table.arrival[last], last)
            if not self.overflow.top_up(worst[0] if worst else None):
                break
        if self.strategy.batch_by_host:
            best = _hosts_apart(best, table.host[best])
        table.status[best] = QUEUED
        self.waiting.queue += best.tolist()
        self.waiting.litter(len(best))


def _hosts_apart(rows: Places, hosts: Places) -> Places:
    """Each host's best first, then each host's second, and so on."""
    order = np.argsort(hosts, kind="stable")
    _, first, counts = np.unique(hosts[order], return_index=True, return_counts=True)
    turn = np.empty(len(rows), np.int64)
    turn[order] = np.arange(len(rows)) - np.repeat(first, counts)
    return rows[np.argsort(turn, kind="stable")]
