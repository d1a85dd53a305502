"""A web of a few pages written by hand, and crawls of it through the real parser and the real core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.crawl.crawl import Crawl
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.scope import Scope
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.engines.replay import replay
from lycosa.judges.base import Judge
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.urls import Canon
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.records import Offers
from lycosa.topics.topic import Topic
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from lycosa.crawl.events import Event
    from lycosa.pages.records import Page
    from lycosa.strategies.records import Ticket


A, B, C, D = (f"http://{name}.test/" for name in "abcd")
INF = float("inf")


class Wolves(Judge):
    """Counts the wolves; one makes a page relevant."""

    word = ""
    boundary = 1.0

    def margins(self, text, ranges):
        words = text.lexicon.words
        wolves = np.array([words[token] == "wolf" for token in text.tokens.tolist()], np.int64)
        before = np.concatenate([[0], np.cumsum(wolves)])
        return (before[ranges.ends] - before[ranges.starts]).astype(np.float64)


class Watching(BestFirst):
    """Best-first that keeps what it was told, and says what a test wants said."""

    word = ""
    trail = ("hops:u1", "near:f4")

    def begin(self, hunt):
        super().begin(hunt)
        self.ends, self.pages, self.moves = [], [], {}

    def learn(self, end):
        self.ends.append((end.kind, end.ticket.url, end.reason))
        return self.moves.get(len(self.ends))

    def rank(self, page):
        self.pages.append(page)
        n = len(page.links)
        hops = int(page.ticket.trail["hops"]) + 1
        return Offers(np.full(n, page.score), trail={"hops": hops, "near": np.arange(n)})


class Saying(BestFirst):
    """Offers the priorities it is given, one list a page."""

    word = ""

    def __init__(self, merge, *said):
        super().__init__(again=merge)
        self.said = iter(said)

    def rank(self, page):
        return Offers(np.array(next(self.said, [])[: len(page.links)], np.float64))


class Web:
    """URL to what it says: words and links in any order, `-> URL` for a redirect, or HTML. All else is missing."""

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages = pages
        self.lexicon = Lexicon()
        self.fetched: list[str] = []

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        self.fetched.append(url)
        said = self.pages.get(url)
        if said is None:
            return Failure(url, "not_recorded"), None
        if said.startswith("-> "):
            return Exchange(url, 301, (("location", said[3:]),), b""), None
        body = said if said.startswith("<") else html(said) + f"<p>{url}</p>"
        answer = Exchange(url, 200, (), body.encode())
        return answer, parse(url, (), answer.body, [], self.lexicon)


def html(said: str) -> str:
    return " ".join(f'<a href="{word}">on</a>' if word.startswith("http") else word for word in said.split())


def crawl_of(seeds: str = "", strategy: Any = None, *, scope: Any = None, reader: Any = None, **settings: Any) -> Crawl:
    """A crawl by settings, with the seeds in one string."""
    chosen = strategy or BestFirst()
    rules = Settings(**settings)
    rules.check()
    reading = Reader({GUIDE: Wolves()}, chosen.uses, Canon(), nofollow=rules.nofollow, **(reader or {}))
    crawl = Crawl(Topic(name="wolves"), chosen, reading, Scope(rules, **(scope or {})), rules)
    crawl.begin(seeds.split())
    return crawl


def heard(crawl: Crawl, kind: type[Event] | None = None) -> list[Any]:
    """What the crawl tells from here on."""
    events: list[Any] = []
    crawl.listeners.append(lambda event: events.append(event) if kind is None or isinstance(event, kind) else None)
    return events


def hunted(web: Web, seeds: str, strategy: Any = None, in_flight: int = 1, **options: Any) -> Crawl:
    """A crawl run to its end."""
    crawl = crawl_of(seeds, strategy, **options)
    replay(crawl, web, in_flight)
    return crawl


def fed(crawl: Crawl, web: Web, tickets: list[Ticket], now: float = 0.0) -> None:
    """Tell the crawl how these tickets end."""
    for ticket in tickets:
        crawl.feed(ending(ticket, *web.get(ticket.url)), now)


def one(crawl: Crawl, web: Web, now: float = 0.0) -> str:
    """Take one ticket and feed its ending: its URL, or nothing."""
    tickets = crawl.take(now)
    fed(crawl, web, tickets, now)
    return tickets[0].url if tickets else ""


def why(crawl: Crawl) -> str:
    """The reason for which a crawl has ended, by name."""
    return crawl.stopped.reason if crawl.stopped else ""
