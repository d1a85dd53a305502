"""The host calendar: which host may be visited when. Crawl time in, held and released hosts out."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.lanes import ASLEEP, CROWDED

if TYPE_CHECKING:
    from lycosa.crawl.endings import Trip
    from lycosa.crawl.frontier import Frontier
    from lycosa.crawl.settings import Settings
    from lycosa.strategies.records import State

SMOOTH = 0.3  # what the newest answer counts for in a host's usual time
LONGEST_GAP = 30.0  # seconds that response time alone makes a gap
SLOWER, FASTER = 1.0, 0.125  # doublings of the gap: one more at each plea, one fewer after eight pages
SLOWEST = 6.0
BACK_OFF = 5.0  # seconds that a host sleeps after its first failure, doubled with each
LONGEST_SLEEP = 3600.0
LOOPBACK = ("127.", "::1")


@dataclass(slots=True)
class Manner:
    """What is known of a host beyond its name."""

    seconds: float = 0.0  # its usual time to answer
    delay: float = 0.0  # the gap its robots.txt asks for
    slow: float = 0.0  # doublings of the gap, since it asked for fewer questions
    failures: int = 0  # in a row
    address: str = ""


class Calendar:
    """At most `connections` tickets of a host at once (0: any number), so many of an address, and gaps between.

    A host's gap is the longest of the set one, a multiple of its time to answer and what its robots.txt asks for; it
    doubles when the host says that it is too much. A host that fails sleeps longer and longer.
    """

    def __init__(self, frontier: Frontier, settings: Settings) -> None:
        self.frontier = frontier
        self.gap = settings.gap
        self.factor = settings.gap_factor
        self.connections = settings.connections
        self.per_address = settings.address_connections
        self.busy: dict[int, int] = {}
        self.until: dict[int, float] = {}
        self.wakes: list[tuple[float, int]] = []
        self.manners: dict[int, Manner] = {}
        self.at_address: dict[str, int] = {}  # tickets out
        self.crowd: dict[str, list[int]] = {}  # hosts held until one of them is back

    def manner(self, host: int) -> Manner:
        """What is known of the host, to be changed."""
        return self.manners.setdefault(host, Manner())

    def gap_of(self, host: int) -> float:
        """Seconds between two visits."""
        manner = self.manners.get(host)
        if manner is None:
            return self.gap
        usual = min(self.factor * manner.seconds, LONGEST_GAP)
        gap: float = max(self.gap, usual, manner.delay) * 2.0**manner.slow
        return gap

    def awake(self, host: int) -> bool:
        """Whether the host may be visited, whatever else its pages wait for."""
        return not self.frontier.lanes.held[host] & ASLEEP and not self._crowded(host)

    def fits(self, host: int) -> bool:
        """Whether the host's address bears one more; if not, the host is held until it does."""
        if not self._crowded(host):
            return True
        self.frontier.lanes.hold(host, CROWDED)
        self.crowd.setdefault(self.manners[host].address, []).append(host)
        return False

    def _crowded(self, host: int) -> bool:
        if not self.per_address or host not in self.manners:
            return False
        return self.at_address.get(self.manners[host].address, 0) >= self.per_address

    def leave(self, host: int, now: float) -> None:
        """A ticket for the host goes out."""
        self.busy[host] = self.busy.get(host, 0) + 1
        self._count(host, 1)
        if self.connections and self.busy[host] >= self.connections:
            self.frontier.lanes.hold(host, ASLEEP)
        elif gap := self.gap_of(host):
            self.sleep(host, now + gap)

    def back(self, host: int, now: float) -> None:
        """A ticket of the host has ended."""
        left = self.busy[host] = self.busy[host] - 1
        if not left:
            del self.busy[host]
        self._count(host, -1)
        if gap := self.gap_of(host):
            self.sleep(host, now + gap)
        elif host not in self.until:
            self.frontier.lanes.release(host, ASLEEP)

    def _count(self, host: int, step: int) -> None:
        manner = self.manners.get(host)
        if manner is None or not manner.address:
            return
        left = self.at_address.get(manner.address, 0) + step
        if left:
            self.at_address[manner.address] = left
        else:
            self.at_address.pop(manner.address, None)
        for waiting in self.crowd.pop(manner.address, ()) if step < 0 else ():
            self.frontier.lanes.release(waiting, CROWDED)

    def answered(self, host: int, trip: Trip) -> None:
        """The host gave an answer that counts."""
        if not (self.factor or self.per_address or host in self.manners):
            return
        manner = self.manner(host)
        manner.seconds += (trip.seconds - manner.seconds) * (SMOOTH if manner.seconds else 1.0)
        manner.failures, manner.slow = 0, max(0.0, manner.slow - FASTER)
        self._moves(host, manner, trip.address)

    def _moves(self, host: int, manner: Manner, address: str) -> None:
        """The host stands at this address; what is out goes with it. Loopback is no one's address."""
        if not self.per_address or not address or address == manner.address:
            return
        out = self.busy.get(host, 0)
        self._count(host, -out)
        manner.address = "" if address.startswith(LOOPBACK) else address
        self._count(host, out)

    def fails(self, host: int, trip: Trip, now: float, *, busy: bool = False) -> int:
        """The host gave no answer, or asks for fewer questions; how often it has done so in a row."""
        manner = self.manner(host)
        manner.failures += 1
        if busy:
            manner.slow = min(manner.slow + SLOWER, SLOWEST)
        usual = max(BACK_OFF * 2.0 ** min(manner.failures - 1, 20), self.gap_of(host))
        self.sleep(host, now + max(trip.wait, min(usual, LONGEST_SLEEP)))
        return manner.failures

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
        """Who is busy, who sleeps until when, and what is known of hosts."""
        busy, until, manners = sorted(self.busy.items()), sorted(self.until.items()), sorted(self.manners.items())
        return {
            "busy": np.array(busy, np.int64).reshape(-1, 2),
            "hosts": np.array([host for host, _ in until], np.int64),
            "until": np.array([when for _, when in until], np.float64),
            "manners": [[host, *astuple(manner)] for host, manner in manners],
            "crowd": [[address, *hosts] for address, hosts in sorted(self.crowd.items())],
        }

    def restore(self, state: State) -> None:
        """Back to that."""
        self.busy = dict(state["busy"].tolist())
        self.until = dict(zip(state["hosts"].tolist(), state["until"].tolist(), strict=True))
        self.wakes = [(when, host) for host, when in self.until.items()]
        heapify(self.wakes)
        self.manners = {host: Manner(*known) for host, *known in state["manners"]}
        self.crowd = {address: hosts for address, *hosts in state["crowd"]}
        self.at_address = {}
        for host, out in self.busy.items():
            self._count(host, out)
