"""Queues by lane and host: the best URL of a lane whose host is awake, in logarithmic time."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.order import row_of
from lycosa.strategies.records import Heads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.strategies.records import Values

SEEDS = -1  # the lane of the seeds, taken from before all others
LITTER = 1024  # entries of the past that may lie at the top of a lane
ASLEEP, SPENT, RECENT, UNRULED, CROWDED = 1, 2, 4, 8, 16  # why a host is held


class Lane:
    """A heap per host, and over them a heap of the hosts' best.

    Both are lazy. An entry that no longer holds is dropped when it comes up, a sleeping host's when it is looked at:
    waking puts it back. Of each host the one entry that `shown` names stands for it at the top; older ones are
    dropped when they come up.
    """

    __slots__ = ("asleep", "heaps", "holds", "homes", "number", "shown", "top")

    def __init__(
        self, number: int, holds: Callable[[int, int], bool], asleep: list[int], homes: dict[int, dict[int, None]]
    ) -> None:
        self.number = number
        self.homes = homes
        self.heaps: dict[int, list[int]] = {}
        self.top: list[tuple[int, int]] = []
        self.shown: dict[int, int] = {}
        self.holds = holds
        self.asleep = asleep

    def push(self, entry: int, host: int) -> None:
        """One more."""
        heap = self.heaps.get(host)
        if heap is None:
            self.heaps[host] = [entry]
            self.homes.setdefault(host, {})[self.number] = None
        else:
            heappush(heap, entry)
            if heap[0] != entry:
                return
        self._show(entry, host)

    def _show(self, best: int | None, host: int) -> None:
        """The host's best now."""
        if best is None:
            self.shown.pop(host, None)
        elif self.shown.get(host) != best:
            self.shown[host] = best
            heappush(self.top, (best, host))
            if len(self.top) > 2 * len(self.heaps) + LITTER:
                self._retop()

    def peek(self) -> tuple[int, int] | None:
        """The best entry of an awake host, and the host."""
        top, shown, asleep = self.top, self.shown, self.asleep
        while top:
            entry, host = top[0]
            if shown.get(host) == entry and not asleep[host]:
                best = self._head(host)
                if best == entry:
                    return top[0]
                heappop(top)
                del shown[host]
                self._show(best, host)
                continue
            heappop(top)
            if shown.get(host) == entry:
                del shown[host]
        return None

    def _head(self, host: int) -> int | None:
        heap = self.heaps.get(host)
        while heap:
            if self.holds(heap[0], self.number):
                return heap[0]
            heappop(heap)
        self.heaps.pop(host, None)
        return None

    def pop(self, host: int) -> None:
        """Take away the host's best, which `peek` showed."""
        heappop(self.heaps[host])
        heappop(self.top)
        self.shown.pop(host, None)
        self._show(self._head(host), host)

    def wake(self, host: int) -> None:
        """The host may be visited again."""
        self._show(self._head(host), host)

    def drop(self, host: int) -> list[int]:
        """Take out all of a host, stale entries too."""
        self.shown.pop(host, None)
        return self.heaps.pop(host, [])

    def tidy(self) -> None:
        """Throw out what no longer holds."""
        for host, heap in list(self.heaps.items()):
            heap[:] = [entry for entry in heap if self.holds(entry, self.number)]
            heapify(heap)
            if not heap:
                del self.heaps[host]
        self._retop()

    def _retop(self) -> None:
        self.shown.clear()
        self.shown.update((host, heap[0]) for host, heap in self.heaps.items())
        self.top[:] = [(best, host) for host, best in self.shown.items()]
        heapify(self.top)


class Lanes:
    """All lanes, by number. What `heads` shows is kept up to date for the lanes in which something happened."""

    def __init__(self, holds: Callable[[int, int], bool]) -> None:
        self.holds = holds
        self.by_number: dict[int, Lane] = {}
        self.held: list[int] = []  # by host: the reasons why it is not to be visited
        self.homes: dict[int, dict[int, None]] = {}  # by host: the lanes it was ever in
        self.changed: dict[int, None] = {}
        self.places: dict[int, int] = {}
        self.numbers = np.zeros(8, np.int64)
        self.best = np.zeros(8)
        self.awake = np.zeros(8, np.bool_)
        self.live = np.zeros(8, np.int64)  # URLs waiting, by place

    def __getitem__(self, number: int) -> Lane:
        lane = self.by_number.get(number)
        if lane is None:
            lane = self.by_number[number] = Lane(number, self.holds, self.held, self.homes)
            if number not in self.places:
                self._place(number)
        return lane

    def _place(self, number: int) -> None:
        place = self.places[number] = len(self.places)
        if place == len(self.best):
            for name in ("numbers", "best", "awake", "live"):
                column = getattr(self, name)
                setattr(self, name, np.concatenate([column, np.zeros_like(column)]))
        self.numbers[place] = number

    def push(self, entries: list[int], numbers: Sequence[int], hosts: Sequence[int]) -> None:
        """Entries into their lanes."""
        if numbers.count(numbers[0]) == len(numbers):
            push = self[numbers[0]].push
            for entry, host in zip(entries, hosts, strict=True):
                push(entry, host)
            self.changed[numbers[0]] = None
            return
        for entry, number, host in zip(entries, numbers, hosts, strict=True):
            self[number].push(entry, host)
            self.changed[number] = None

    def count(self, number: int, step: int) -> None:
        """So many more, or fewer, wait in a lane."""
        if number not in self.places:
            self._place(number)
        self.live[self.places[number]] += step
        if number in self.by_number:
            self.changed[number] = None

    def hold(self, host: int, why: int) -> None:
        """Do not visit the host until this reason is gone."""
        self.held[host] |= why
        self._touch(host)

    def release(self, host: int, why: int) -> None:
        """This reason is gone; with the last one the host wakes."""
        if self.held[host] & why:
            self.held[host] &= ~why
            if not self.held[host]:
                for lane in self._of(host):
                    lane.wake(host)
                self._touch(host)

    def _of(self, host: int) -> list[Lane]:
        lanes = (self.by_number[number] for number in self.homes.get(host, ()))
        return [lane for lane in lanes if host in lane.heaps]

    def _touch(self, host: int) -> None:
        self.changed.update(self.homes.get(host, {}))

    def heads(self, priority: Values) -> Heads:
        """The awake lanes that have something, in order of number."""
        for number in self.changed:
            place, head = self.places[number], self.by_number[number].peek()
            self.awake[place] = head is not None and number != SEEDS
            if head is not None:
                self.best[place] = priority[row_of(head[0])]
        self.changed.clear()
        places = np.flatnonzero(self.awake)
        places = places[np.argsort(self.numbers[places])]
        return Heads(self.numbers[places], self.best[places], self.live[places])

    def drop(self, host: int) -> list[int]:
        """Take out all of a host, stale entries too, each once."""
        self._touch(host)
        return list(dict.fromkeys(entry for lane in self._of(host) for entry in lane.drop(host)))

    def tidy(self) -> None:
        """Throw out what no longer holds."""
        for lane in self.by_number.values():
            lane.tidy()

    def clear(self) -> None:
        """As at the beginning, the hosts aside."""
        self.by_number.clear()
        self.places.clear()
        self.homes.clear()
        self.changed.clear()
        self.awake[:] = False
        self.live[:] = 0
