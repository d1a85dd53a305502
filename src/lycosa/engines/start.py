"""The pages a judge is shown before a hunt: fetched politely, and handed to the hunt, so none is asked for twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.endings import Moved, Ruled
from lycosa.crawl.robots import LIMIT, Robots, robots_url
from lycosa.engines.answers import ending, read
from lycosa.engines.hunts import START
from lycosa.pages.hosts import host_key, host_of
from lycosa.strategies.records import PAGE, ROBOTS, Ticket, trail_dtype
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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


class Starter:
    """Fetches start pages: hosts side by side, each host's one after the other with a gap."""

    def __init__(self, web: Prefetched, *, robots: bool, gap: float) -> None:
        self.web = web
        self.obeys = robots
        self.gap = gap
        self.robots = Robots()
        self.faults: dict[str, str] = {}  # URL: why it is not there

    async def pages(self, urls: Sequence[str], lexicon: Lexicon) -> list[Page]:
        """The pages that could be had, in order."""
        by_host: dict[str, list[str]] = {}
        for url in urls[:START]:
            by_host.setdefault(host_of(url), []).append(url)
        await asyncio.gather(*(self._host(listed) for listed in by_host.values()))
        answers = (self._end(url) for url in urls[:START])
        return [page for answer in answers if answer and (page := read(answer, (), lexicon))]

    def _end(self, url: str) -> Exchange | None:
        """Where the URL leads, as far as it was fetched."""
        for _ in range(MAX_HOPS):
            answer = self.web.answers.get(url)
            if not isinstance(answer, Exchange):
                return None
            end = ending(_ticket(url, PAGE), answer, None)
            if not isinstance(end, Moved):
                return answer
            url = end.to
        return None

    async def _host(self, urls: Sequence[str]) -> None:
        for url in urls:
            await self._one(url, MAX_HOPS)

    async def _one(self, url: str, hops: int) -> None:
        if not await self._allowed(url):
            self.faults[url] = "robots"
            return
        answer = await self._fetched(url, PAGE)
        end = ending(_ticket(url, PAGE), answer, None)
        if isinstance(end, Moved) and hops and end.to not in self.web.answers:
            await self._one(end.to, hops - 1)
        elif isinstance(answer, Failure):
            self.faults[url] = answer.reason

    async def _allowed(self, url: str) -> bool:
        if not self.obeys:
            return True
        asked, origin = robots_url(url), host_key(url[: url.find("/", len("https://"))])
        if asked not in self.web.answers:
            answer = await self._fetched(asked, ROBOTS)
            end = ending(_ticket(asked, ROBOTS), answer, None)
            if isinstance(end, Ruled):
                self.robots.told(origin, end.text, 0.0)
        return origin in self.robots.rules and self.robots.allows(origin, url)

    async def _fetched(self, url: str, kind: str) -> Exchange | Failure:
        answer = await self.web.web.fetch(url, limit=LIMIT if kind == ROBOTS else None, any_type=kind == ROBOTS)
        self.web.answers[url] = answer
        await asyncio.sleep(self.gap)
        return answer


def _ticket(url: str, kind: str) -> Ticket:
    trail = np.zeros(1, trail_dtype(()))
    return Ticket(0, 0, url, 0, 0.0, 0, trail[0], trail[:0], 0, 0, kind=kind)
