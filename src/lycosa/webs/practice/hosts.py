"""Hosts: their names, how many sections each has, and their manners.

Sizes have a heavy tail: host h begins at the section S·∛(h/H), in whole numbers, so that the first host is
the largest by far and any section's host is one division away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, overload

from lycosa.webs.practice.draws import keyed, mixed, share
from lycosa.webs.practice.prose import general

NAME: Final = re.compile(r"([a-z]+)-([a-z]+)([1-9][0-9]{0,11})?\.test")
DELAYS: Final = (0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.9, 1.5, 3.0, 8.0)
CRAWL_DELAYS: Final = (0, 0, 0, 0, 0, 1, 2, 5)
TRAPS: Final = ("calendar", "session", "depth")
UNWELL: Final = ("down", "timeout", "closed", "busy")


@dataclass(frozen=True, slots=True)
class Host:
    """A host and its manners."""

    number: int
    name: str
    health: str  # well, or one of UNWELL: no answer, none in time, robots.txt forbids all, 503 to everything
    trap: str  # one of TRAPS, or nothing
    soft_404: bool  # what is not there is answered with status 200
    robots: bool  # has a robots.txt
    crawl_delay: int  # what its robots.txt asks for, in seconds
    canonical: bool  # its pages name their canonical URL
    delay: float  # seconds until it answers


class Hosts(Sequence[str]):
    """The names of all hosts: first those with pages, the largest first, then the unwell."""

    def __init__(self, number: int, sections: int, count: int, unwell: float, traps: float, soft_404: float) -> None:
        self.sections = sections
        self.well = max(1, min(count, sections // 3))  # so that none is empty
        self.total = self.well + max(len(UNWELL) if unwell else 0, round(unwell * self.well))
        self._cube: int = sections * sections * sections
        self._key = keyed(number, "hosts")
        self._first: list[str] = general()["host_first"]
        self._second: list[str] = general()["host_second"]
        self._traps, self._soft = share(traps) >> 16, share(soft_404) >> 16

    def __len__(self) -> int:
        return self.total

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.name(h) for h in range(self.total)[index]]
        return self.name(range(self.total)[index])

    @cached_property
    def _pairs(self) -> list[str]:
        pairs = [f"{first}-{second}" for first in self._first for second in self._second]
        return sorted(pairs, key=lambda pair: keyed(self._key, pair))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {pair: place for place, pair in enumerate(self._pairs)}

    def name(self, host: int) -> str:
        """A host's name."""
        block, place = divmod(host, len(self._pairs))
        return f"{self._pairs[place]}{block or ''}.test"

    def number(self, name: str) -> int | None:
        """The host of that name, if there is one."""
        match = NAME.fullmatch(name)
        place = self._places.get(f"{match[1]}-{match[2]}") if match else None
        if match is None or place is None:
            return None
        host = int(match[3] or 0) * len(self._pairs) + place
        return host if host < self.total else None

    def of_section(self, section: int) -> int:
        """The host a section stands on."""
        return self.well * section * section * section // self._cube

    def first_section(self, host: int) -> int:
        """Where a host begins: the least s with H·s³ ≥ h·S³."""
        wanted = host * self._cube
        guess: int = round((host / self.well) ** (1 / 3) * self.sections)
        while self.well * guess * guess * guess >= wanted and guess:
            guess -= 1
        while self.well * guess * guess * guess < wanted:
            guess += 1
        return guess

    def sections_of(self, host: int) -> range:
        """A host's sections; an unwell one has none."""
        if host >= self.well:
            return range(0)
        return range(self.first_section(host), self.first_section(host + 1))

    def manners(self, host: int) -> Host:
        """Everything about a host that is no page."""
        bits = mixed(host, self._key)
        trapped = bits & 0xFFFF < self._traps and host < self.well
        kind = bits >> 56
        return Host(
            number=host,
            name=self.name(host),
            health="well" if host < self.well else UNWELL[host % len(UNWELL)],
            trap=TRAPS[kind % len(TRAPS)] if trapped else "",
            soft_404=bits >> 16 & 0xFFFF < self._soft,
            robots=kind % 4 != 0,
            crawl_delay=CRAWL_DELAYS[kind >> 5],
            canonical=bool(bits >> 48 & 1),
            delay=DELAYS[bits >> 52 & 15],
        )
