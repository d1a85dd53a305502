"""One crawler over a web served on loopback, in a process of its own on one core: JSON of what it took.

    python bench/crawlers.py KIND PORT SEED PAGES

KIND is `scrapy` (following all links, storing nothing), `bare` (client, parser and judge in a loop), `lycosa` (all of
it) or `staged` (all of it, stage by stage).
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from collections import deque
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from lycosa import judges
from lycosa.collection.collection import Collection
from lycosa.crawl.settings import Settings
from lycosa.engines import local
from lycosa.engines.answers import read
from lycosa.engines.cell import Cell
from lycosa.engines.rebuild import Rebuilt
from lycosa.pages.lexicon import Lexicon
from lycosa.topics.topic import Scope, Topic
from lycosa.webs.base import Exchange
from lycosa.webs.live.fetch import LiveWeb
from lycosa.webs.live.settings import FetchSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.crawl.crawl import Crawl

CONNECTIONS = 64
HOST = "docs.test"
QUERY = "sql query planner index statistics of a table"
STAGES = ("parse", "decide", "take", "archive", "commit")


def settings(pages: int) -> Settings:
    """No gap, and as many connections to a host as Scrapy is given."""
    return Settings(pages=pages, connections=CONNECTIONS, robots=True, retries=2, aliases=True, unread=False)


def topic(host: str) -> Topic:
    """One site, or all."""
    return Topic(name="bench", query=QUERY, scope=Scope(stay_in=(host,) if host else ()))


def fetching(port: int) -> FetchSettings:
    """All hosts are on loopback."""
    return FetchSettings(resolve={"*": ("127.0.0.1", port)}, contact="bench@localhost")


def lycosa(port: int, seed: str, pages: int, watch: Callable[[Crawl], None] | None = None) -> dict[str, float]:
    """The real engine: robots.txt, judge, best_first, WARC and catalogue."""
    took: dict[str, float] = {}
    run = Cell.run

    async def timed(cell: Cell) -> Any:
        began, busy = time.perf_counter(), time.process_time()
        stopped = await run(cell)
        took.update(seconds=time.perf_counter() - began, busy=time.process_time() - busy)
        return stopped

    Cell.run = timed  # type: ignore[method-assign, assignment]  # what is before and after a crawl is not its speed
    asked = topic(HOST if HOST in seed else "")
    with TemporaryDirectory() as scratch:
        made = local.new_run(asked, "cosine", "best_first", (seed,), settings(pages), fetching(port))
        order = local.Order(folder=Path(scratch) / "hunt", run=made, topic=asked, parallel=CONNECTIONS)
        ended = asyncio.run(local.hunt(order, watch))
    return {**took, "pages": ended.crawl.tally.pages}


def staged(port: int, seed: str, pages: int) -> dict[str, float]:
    """The same, with a clock around each stage."""
    spent = dict.fromkeys(STAGES, 0.0)

    def clocked(stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **options: Any) -> Any:
            began = time.process_time()
            try:
                return work(*args, **options)
            finally:
                spent[stage] += time.process_time() - began

        return timed

    for owner, name, stage in (
        (Rebuilt, "page", "parse"),
        (Collection, "keep", "archive"),
        (Collection, "commit", "commit"),
    ):
        setattr(owner, name, clocked(stage, getattr(owner, name)))

    def watch(crawl: Crawl) -> None:
        crawl.feed = clocked("decide", crawl.feed)  # type: ignore[method-assign]  # timed, not changed
        crawl.take = clocked("take", crawl.take)  # type: ignore[method-assign]  # the same

    took = lycosa(port, seed, pages, watch)
    return {**took, **spent, "fetch_and_rest": took["busy"] - sum(spent.values())}


def bare(port: int, seed: str, pages: int) -> dict[str, float]:
    """A loop of the same client, parser and judge: first found, first fetched, nothing kept."""
    lexicon, judge = Lexicon(), judges.find("cosine")
    judge.begin(topic(HOST))
    seen, queue = {seed}, deque([seed])
    done = 0

    async def one(web: LiveWeb) -> None:
        nonlocal done
        while queue and done < pages:
            answer = await web.fetch(queue.popleft())
            page = read(answer, (), lexicon) if isinstance(answer, Exchange) else None
            if page is None:
                continue
            done += 1
            judge.scores(page.text, page.text.page)
            new = [url for url in dict.fromkeys(page.links.urls) if url not in seen and HOST in url]
            seen.update(new)
            queue.extend(new)

    async def all_of() -> dict[str, float]:
        async with LiveWeb(fetching(port)) as web:
            await one_first(web)
            began, busy = time.perf_counter(), time.process_time()
            await asyncio.gather(*(one(web) for _ in range(CONNECTIONS)))
            return {"seconds": time.perf_counter() - began, "busy": time.process_time() - busy, "pages": done}

    async def one_first(web: LiveWeb) -> None:
        """Before there are links, one connection is enough."""
        nonlocal pages
        wanted, pages = pages, 1
        await one(web)
        pages = wanted

    return asyncio.run(all_of())


def scrapy(port: int, seed: str, pages: int) -> dict[str, float]:
    """Scrapy with its own link extractor; robots.txt, retries and no cookies, as with us."""
    from scrapy import Request, Spider
    from scrapy.crawler import CrawlerProcess
    from scrapy.linkextractors import LinkExtractor

    took: dict[str, float] = {}
    os.environ["http_proxy"] = f"http://127.0.0.1:{port}"  # all hosts are there, robots.txt too

    class All(Spider):
        name = "all"
        links = LinkExtractor(allow_domains=[HOST])
        done = 0

        async def start(self) -> Any:
            yield Request(seed)

        def parse(self, response: Any, **_: Any) -> Any:
            if not self.done:
                took.update(began=time.perf_counter(), busy=time.process_time())
            self.done += 1
            if self.done == pages:
                self.crawler.engine.close_spider(self, "enough")
            for link in self.links.extract_links(response):
                yield Request(link.url)

        def closed(self, reason: str) -> None:
            took["seconds"] = time.perf_counter() - took.pop("began")
            took["busy"] = time.process_time() - took["busy"]
            took["pages"] = self.done

    process = CrawlerProcess(
        {
            "CONCURRENT_REQUESTS": CONNECTIONS,
            "CONCURRENT_REQUESTS_PER_DOMAIN": CONNECTIONS,
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": True,
            "COOKIES_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "LOG_LEVEL": "ERROR",
        }
    )
    process.crawl(All)
    process.start()
    return took


KINDS = {"scrapy": scrapy, "bare": bare, "lycosa": lycosa, "staged": staged}


def main() -> None:
    """Run one and print what it took."""
    kind, port, seed, pages = sys.argv[1:]
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    took = KINDS[kind](int(port), seed, int(pages))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**took, "peak": peak}))


if __name__ == "__main__":
    main()
