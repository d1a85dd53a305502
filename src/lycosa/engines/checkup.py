"""A look at a live hunt before it begins: its seeds are fetched and judged, and nothing is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from lycosa import strategies
from lycosa.crawl.robots import robots_url
from lycosa.crawl.tally import BOUNDARY
from lycosa.crawl.targets import targets
from lycosa.engines.doubts import sign_of
from lycosa.engines.earlier import given
from lycosa.engines.hunts import START, check_needs, reader_for, rules_for, with_synonyms
from lycosa.engines.start import Prefetched, Starter
from lycosa.pages.errors import LycosaError
from lycosa.pages.hosts import host_key, host_of
from lycosa.pages.lexicon import Lexicon
from lycosa.webs.base import Exchange
from lycosa.webs.live.fetch import LiveWeb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.crawl.reading import Reader
    from lycosa.engines.doubts import Sign
    from lycosa.engines.local import Order
    from lycosa.pages.records import Page

MOST = 50  # seeds that are looked at
TERMS = 5  # that are told of a score


@dataclass(slots=True)
class Seed:
    """What was found at a seed."""

    url: str
    fault: str = ""  # why it gave no page, by name
    robots: str = ""  # allows, forbids, silent (no answer that counts), ignored
    delay: float = 0.0  # that its robots.txt asks for
    to: str = ""  # where it leads, if elsewhere
    language: str = ""
    score: float = 0.0
    terms: list[tuple[str, float]] = field(default_factory=list)
    links: int = 0  # distinct targets
    hosts: int = 0  # of them
    refused: dict[str, int] = field(default_factory=dict)  # targets that a rule forbids, by rule


@dataclass(slots=True)
class Checkup:
    """All that was found."""

    order: Order
    seeds: list[Seed] = field(default_factory=list)
    unseen: int = 0  # further seeds, not looked at
    fault: str = ""  # why judge or strategy cannot begin
    guide: str = ""  # the judge that did
    hosts: list[str] = field(default_factory=list)  # of the seeds and of what they lead to
    seconds: float = 0.0  # that an answer took on average
    sampled: int = 0  # pages the seeds lead to that were fetched too
    relevant: int = 0  # of them
    examples: list[Sign] = field(default_factory=list)
    found: list[Sign] = field(default_factory=list)  # of the relevant ones sampled

    @property
    def judge(self) -> str:
        """Who would steer, by name."""
        return self.guide or self.order.run.judge

    @property
    def caught(self) -> list[Seed]:
        """The seeds that gave a page."""
        return [seed for seed in self.seeds if not seed.fault]

    @property
    def sound(self) -> bool:
        """Whether the hunt can begin."""
        return bool(self.caught) and not self.fault


async def look(order: Order, sample: int) -> Checkup:
    """Fetch the seeds, and some pages that they lead to."""
    async with LiveWeb(order.run.fetch) as web:
        looking = _Looking(order, Prefetched(web))
        await looking.seeds()
        if looking.reader and sample:
            await looking.sample(sample)
    looking.timed()
    return looking.checkup


class _Looking:
    """One look."""

    def __init__(self, order: Order, web: Prefetched) -> None:
        run = order.run
        self.order = order
        self.web = web
        self.scope = rules_for(order.topic, run.seeds, run.settings)
        self.starter = Starter(web, run.settings, self.scope)
        self.lexicon = Lexicon()
        self.checkup = Checkup(order, unseen=max(0, len(run.seeds) - MOST))
        self.reader: Reader | None = None
        self.leads: list[list[str]] = []  # what each seed leads to

    async def seeds(self) -> None:
        """Seeds and examples; the judge begins with what the hunt would show it."""
        run = self.order.run
        urls = list(dict.fromkeys((*run.examples[:START], *run.seeds[:MOST])))
        pages: dict[str, Page] = {}
        for begin in range(0, len(urls), START):
            pages |= await self._pages(urls[begin : begin + START])
        start = [pages[url] for url in run.examples[:START] if url in pages]
        self._begin(start)
        self.checkup.seeds = [self._seed(url, pages.get(url)) for url in run.seeds[:MOST]]
        if self.reader:
            self.checkup.examples = [sign_of(page, self.reader.judge(page)[1]) for page in start]

    async def _pages(self, urls: Sequence[str]) -> dict[str, Page]:
        """Those that gave a page."""
        pages = await self.starter.pages(urls, self.lexicon)
        return dict(zip([url for url in urls if url not in self.starter.faults], pages, strict=True))

    def _begin(self, start: Sequence[Page]) -> None:
        run = self.order.run
        try:
            strategy = strategies.find(run.strategy)
            topic = with_synonyms(self.order.topic, strategy, run.judge)
            check_needs(strategy, topic, start, given(self.order.earlier, run.strategy))
            self.reader = reader_for(topic, strategy, run.judge, start, run.settings)
            self.checkup.guide = self.reader.guide
        except LycosaError as wrong:
            self.checkup.fault = str(wrong)

    def _seed(self, url: str, page: Page | None) -> Seed:
        fault = self.starter.faults.get(url, "")
        seed = Seed(url, fault, *self._rules(page.url if page else url))
        if page is None or self.reader is None:
            return seed
        seed.to = page.url if page.url != url else ""
        seed.language = page.language
        seed.score = self.reader.judge(page)[1]
        seed.terms = self.reader.explain(page)[:TERMS]
        self._links(seed, page, self.reader)
        return seed

    def _rules(self, url: str) -> tuple[str, float]:
        """What robots.txt says of the URL."""
        if not self.order.run.settings.robots:
            return "ignored", 0.0
        origin = host_key(robots_url(url).removesuffix("/robots.txt"))
        if origin not in self.starter.robots.rules:
            return "silent", 0.0
        robots = self.starter.robots
        return "allows" if robots.allows(origin, url) else "forbids", robots.delay(origin)

    def _links(self, seed: Seed, page: Page, reader: Reader) -> None:
        found = targets(page, reader.canon, nofollow=reader.nofollow, texts=reader.link_texts)
        seed.links, seed.hosts = len(found.urls), len(set(found.hostlist))
        rules = [self.scope.refusal(url) for url in found.urls]
        seed.refused = dict(Counter(filter(None, rules)))
        leads = [url for url, rule in zip(found.urls, rules, strict=True) if not rule]
        self.leads.append(leads)
        self.checkup.hosts = list(dict.fromkeys((*self.checkup.hosts, *map(host_of, (page.url, *leads)))))

    async def sample(self, most: int) -> None:
        """Some of the pages that the seeds lead to: of many hosts, and in turn of all seeds."""
        ways = [url for row in zip_longest(*self.leads) for url in row if url and url not in self.web.answers]
        firsts: dict[str, str] = {}
        for url in ways:
            firsts.setdefault(host_of(url), url)
        urls = list(dict.fromkeys((*firsts.values(), *ways)))[:most]
        for begin in range(0, len(urls), START):
            for page in (await self._pages(urls[begin : begin + START])).values():
                self._judged(page)

    def _judged(self, page: Page) -> None:
        score = self.reader.judge(page)[1] if self.reader else 0.0
        self.checkup.sampled += 1
        if score >= BOUNDARY:
            self.checkup.relevant += 1
            self.checkup.found.append(sign_of(page, score))

    def timed(self) -> None:
        """How long an answer takes."""
        took = [answer.seconds for answer in self.web.answers.values() if isinstance(answer, Exchange)]
        self.checkup.seconds = sum(took) / len(took) if took else 0.0
