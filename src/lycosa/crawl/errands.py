"""What is asked of a host besides pages: its robots.txt, and a page that cannot be there. Neither costs a fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.strategies.records import Ticket

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.strategies.records import State


class Errand(NamedTuple):
    """Something to ask of a host, on behalf of an origin."""

    kind: str
    url: str
    host: int  # where it is asked
    asker: int  # the host that waits for the answer
    origin: int
    hops: int = 0


class Errands:
    """Those that wait, in order, and those that are out. Their tickets count downwards from -1."""

    def __init__(self, trail: np.dtype[np.void]) -> None:
        self.waiting: list[Errand] = []
        self.out: dict[int, Errand] = {}
        self.count = 0
        self.trail = np.zeros(1, trail)

    def add(self, errand: Errand) -> None:
        """To be run when its host is awake."""
        self.waiting.append(errand)

    def next(self, awake: Callable[[int], bool]) -> int:
        """The number under which the first one whose host is awake is out now; 0 if none is."""
        for place, errand in enumerate(self.waiting):
            if awake(errand.host):
                del self.waiting[place]
                self.count -= 1
                self.out[self.count] = errand
                return self.count
        return 0

    def ticket(self, number: int, hosts: Sequence[int]) -> Ticket:
        """Leave to run the errand that went out under this number, given the keys of all hosts."""
        errand, trail = self.out[number], self.trail[0]
        return Ticket(
            number=number,
            key=errand.origin,
            url=errand.url,
            host=hosts[errand.host],
            priority=0.0,
            lane=0,
            trail=trail,
            sightings=self.trail[:0],
            depth=0,
            via=0,
            hops=errand.hops,
            kind=errand.kind,
        )

    def back(self, number: int) -> Errand:
        """Its ticket has ended."""
        return self.out.pop(number)

    def lose(self) -> list[Errand]:
        """All that are out wait again, before the others."""
        lost = [self.out[number] for number in sorted(self.out, reverse=True)]
        self.waiting[:0] = lost
        self.out.clear()
        return lost

    def state(self) -> State:
        """All of them."""
        out = sorted(self.out.items(), reverse=True)
        return {
            "waiting": [list(errand) for errand in self.waiting],
            "out": [[number, *errand] for number, errand in out],
            "count": self.count,
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        self.waiting = [Errand(*errand) for errand in state["waiting"]]
        self.out = {number: Errand(*errand) for number, *errand in state["out"]}
        self.count = state["count"]
