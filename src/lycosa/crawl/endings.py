"""How a ticket ends, as the core is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lycosa.pages.records import Page
    from lycosa.strategies.records import Ticket


class Trip(NamedTuple):
    """What a fetch told of the host: how long it took, from which address, how long to stay away."""

    seconds: float = 0.0
    address: str = ""
    wait: float = 0.0  # seconds, as asked by Retry-After


NO_TRIP = Trip()


@dataclass(frozen=True, slots=True, eq=False)
class Came:
    """A page came."""

    ticket: Ticket
    page: Page
    size: int = 0
    trip: Trip = NO_TRIP


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing usable came, and why: not_recorded, http_404, content_type, ..."""

    ticket: Ticket
    reason: str
    size: int = 0
    trip: Trip = NO_TRIP
    may_pass: bool = False  # worth another try, later
    busy: bool = False  # the host asks for fewer questions


@dataclass(frozen=True, slots=True)
class Moved:
    """The server names another URL."""

    ticket: Ticket
    to: str
    trip: Trip = NO_TRIP


@dataclass(frozen=True, slots=True)
class Refused:
    """It was not fetched after all: a rule forbade it."""

    ticket: Ticket
    rule: str
    trip: Trip = NO_TRIP


@dataclass(frozen=True, slots=True)
class Ruled:
    """An origin gave its robots.txt, or said that it has none."""

    ticket: Ticket
    text: str = ""
    trip: Trip = NO_TRIP


Ended = Came | Failed | Moved | Refused | Ruled
