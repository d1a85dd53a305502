"""Queues by lane and host: the best URL of a lane whose host is awake, in logarithmic time."""

from __future__ import annotations

from heapq import heapify, heappop, heappush, heapreplace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Lane:
    """A heap per host, and over them a heap of the hosts' best.

    Both are lazy. An entry that no longer holds is dropped when it comes up, a sleeping host's when it is looked at:
    waking puts it back.
    """

    __slots__ = ("asleep", "heaps", "holds", "top")

    def __init__(self, holds: Callable[[int], bool], asleep: list[int]) -> None:
        self.heaps: dict[int, list[int]] = {}
        self.top: list[tuple[int, int]] = []
        self.holds = holds
        self.asleep = asleep

    def push(self, entry: int, host: int) -> None:
        """One more."""
        heap = self.heaps.get(host)
        if heap is None:
            self.heaps[host] = [entry]
        else:
            heappush(heap, entry)
            if heap[0] != entry:
                return
        heappush(self.top, (entry, host))

    def peek(self) -> tuple[int, int] | None:
        """The best entry of an awake host, and the host."""
        top, asleep = self.top, self.asleep
        while top:
            entry, host = top[0]
            if asleep[host]:
                heappop(top)
                continue
            best = self._head(host)
            if best == entry:
                return top[0]
            if best is None or best < entry:  # a smaller one stands in the heap already
                heappop(top)
            else:
                heapreplace(top, (best, host))
        return None

    def _head(self, host: int) -> int | None:
        heap = self.heaps.get(host)
        while heap:
            if self.holds(heap[0]):
                return heap[0]
            heappop(heap)
        self.heaps.pop(host, None)
        return None

    def pop(self, host: int) -> None:
        """Take away the host's best, which `peek` showed."""
        heap = self.heaps[host]
        heappop(heap)
        heappop(self.top)
        best = self._head(host)
        if best is not None:
            heappush(self.top, (best, host))

    def wake(self, host: int) -> None:
        """The host may be visited again."""
        best = self._head(host)
        if best is not None:
            heappush(self.top, (best, host))
        if len(self.top) > 4 * len(self.heaps) + 64:
            self._retop()

    def drop(self, host: int) -> list[int]:
        """Take out all of a host, stale entries too."""
        return self.heaps.pop(host, [])

    def tidy(self) -> None:
        """Throw out what no longer holds."""
        for host, heap in list(self.heaps.items()):
            heap[:] = filter(self.holds, heap)
            heapify(heap)
            if not heap:
                del self.heaps[host]
        self._retop()

    def _retop(self) -> None:
        self.top = [(heap[0], host) for host, heap in self.heaps.items()]
        heapify(self.top)
