"""The pages a judge is shown before a hunt: fetched politely, and handed to the hunt, so none is asked for twice."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.calendar import LONGEST_GAP
from lycosa.crawl.endings import Failed, Moved, Ruled
from lycosa.crawl.robots import HOPS, LIMIT, Robots, robots_url
from lycosa.engines.answers import BUSY, ending, read, readable
from lycosa.engines.hunts import START
from lycosa.pages.hosts import host_key, host_of
from lycosa.strategies.records import PAGE, ROBOTS, Ticket, trail_dtype
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.crawl.scope import Scope
    from lycosa.crawl.settings import Settings
    from lycosa.engines.cell import AsyncWeb
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page

MAX_HOPS = 5


class Prefetched:
    """A web that has some answers already: each is given once, before the web is asked."""

    def __init__(self, web: AsyncWeb) -> None:
        self.web = web
        self.answers: dict[str, Exchange | Failure] = {}

    async def fetch(
        self, url: str, headers: Mapping[str, str] | None = None, limit: int | None = None, *, any_type: bool = False
    ) -> Exchange | Failure:
        """The answer to a GET of this URL."""
        if url in self.answers:
            return self.answers.pop(url)
        return await self.web.fetch(url, headers, limit, any_type=any_type)


@dataclass(slots=True)
class _Host:
    """One question at a time, and when the last was answered."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: float = 0.0
    seconds: float = 0.0  # that answer took
    tired: str = ""  # why it is asked no more


class Starter:
    """Fetches start pages: hosts side by side, each host's one after the other, as the crawl's calendar would."""

    def __init__(self, web: Prefetched, settings: Settings, scope: Scope) -> None:
        self.web = web
        self.settings = settings
        self.scope = scope
        self.robots = Robots()
        self.hosts: dict[str, _Host] = {}
        self.faults: dict[str, str] = {}  # URL: why it gave no page

    async def pages(self, urls: Sequence[str], lexicon: Lexicon) -> list[Page]:
        """The pages that could be had, in order."""
        answers = await asyncio.gather(*(self._page(url) for url in urls[:START]))
        await asyncio.sleep(max((self._rest(host) for host in self.hosts.values()), default=0.0))
        return [page for answer in answers if answer and (page := read(answer, (), lexicon))]

    async def _page(self, start: str) -> Exchange | None:
        """What the URL leads to."""
        url, fault, hops = start, await self._forbids(start), 0
        while not fault:
            answer = await self._fetched(url, PAGE)
            if readable(answer):
                return answer
            end, hops = ending(_ticket(url, PAGE), answer, None), hops + 1
            if isinstance(end, Failed):
                fault = end.reason
            elif isinstance(end, Moved):
                url = end.to
                fault = "redirects" if hops > MAX_HOPS else self.scope.refusal(url) or await self._forbids(url)
        self.faults[start] = fault
        return None

    async def _forbids(self, url: str) -> str:
        """Why the URL is not asked for: its robots.txt says so, or cannot be had."""
        if not self.settings.robots:
            return ""
        asked, origin = robots_url(url), _origin(url)
        for _ in range(HOPS + 1):
            end = ending(_ticket(asked, ROBOTS), await self._fetched(asked, ROBOTS), None)
            if isinstance(end, Failed):
                return end.reason
            if not isinstance(end, Moved):
                break
            asked = end.to
        self.robots.told(origin, end.text if isinstance(end, Ruled) else "", 0.0)
        return "" if self.robots.allows(origin, url) else ROBOTS

    async def _fetched(self, url: str, kind: str) -> Exchange | Failure:
        """The answer, asked for once and when the host may be asked."""
        host = self.hosts.setdefault(host_of(url), _Host())
        async with host.turn:
            if url in self.web.answers:
                return self.web.answers[url]
            if host.tired:
                return Failure(url, host.tired)
            await asyncio.sleep(self._rest(host, self.robots.delay(_origin(url))))
            limit = LIMIT if kind == ROBOTS else None
            answer = self.web.answers[url] = await self.web.web.fetch(url, limit=limit, any_type=kind == ROBOTS)
            host.last, host.seconds = asyncio.get_running_loop().time(), answer.seconds
            if isinstance(answer, Exchange) and answer.status in BUSY:
                host.tired = f"http_{answer.status}"
            return answer

    def _rest(self, host: _Host, delay: float = 0.0) -> float:
        """Seconds until the host may be asked again."""
        if not host.last:
            return 0.0
        usual = min(self.settings.gap_factor * host.seconds, LONGEST_GAP)
        gap = max(self.settings.gap, usual, delay)
        return max(0.0, host.last + gap - asyncio.get_running_loop().time())


def _origin(url: str) -> int:
    return host_key(url[: url.find("/", len("https://"))])


def _ticket(url: str, kind: str) -> Ticket:
    trail = np.zeros(1, trail_dtype(()))
    return Ticket(0, 0, url, 0, 0.0, 0, trail[0], trail[:0], 0, 0, kind=kind)
