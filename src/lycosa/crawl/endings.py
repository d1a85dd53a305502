"""How a ticket ends, as the core is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lycosa.pages.records import Page
    from lycosa.strategies.records import Ticket


@dataclass(frozen=True, slots=True, eq=False)
class Came:
    """A page came."""

    ticket: Ticket
    page: Page
    size: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing usable came, and why: not_recorded, http_404, content_type, ..."""

    ticket: Ticket
    reason: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Moved:
    """The server names another URL."""

    ticket: Ticket
    to: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It was not fetched after all: a rule forbade it."""

    ticket: Ticket
    rule: str


Ended = Came | Failed | Moved | Refused
