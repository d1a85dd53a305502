"""Webs small enough to check on paper, and a judge whose scores are read off the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa import strategies
from lycosa.crawl.reading import GUIDE, Reader, split_use
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.engines.hunts import assemble
from lycosa.judges.base import Judge
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.urls import Canon
from lycosa.topics.topic import Topic
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.crawl.crawl import Crawl
    from lycosa.judges.base import Values
    from lycosa.pages.records import Page, Ranges, Text

TOPIC = Topic(name="wolves", query="wolf")


class Share(Judge):
    """The share of the word "wolf" among the words: "wolf wolf hare hare" scores 0.5, nothing scores 0."""

    word = "share"
    paper = "none: for paper and pencil"

    def begin(self, topic, start=()):
        """Nothing to fix."""

    def margins(self, text: Text, ranges: Ranges) -> Values:
        wolves = np.concatenate([[0], np.cumsum(text.tokens == text.lexicon["wolf"])])
        found = wolves[ranges.ends] - wolves[ranges.starts]
        shares: Values = found / np.maximum(ranges.ends - ranges.starts, 1)
        return shares

    def curve(self, margins: Values) -> Values:
        return margins


class Small:
    """Pages written as `"h.test/a": "wolf wolf hare -> h.test/b[wolf] h.test/c"`: words, then links and anchors.

    A word written `wolf*3` stands three times. The anchors count among the page's words. A page that is written
    as `"! http_404"` fails so; one written `"> h.test/b"` has moved there.
    """

    def __init__(self, pages: Mapping[str, str], cues: Sequence[str] = ("anchor", "url")) -> None:
        self.pages = pages
        self.cues = cues
        self.lexicon = Lexicon()
        self.asked: list[str] = []

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        """The answer to a fetch, and the page it is."""
        self.asked.append(url)
        written = self.pages.get(url.removeprefix("http://"), "! not_recorded")
        if written.startswith("!"):
            return Failure(url, written[1:].strip()), None
        if written.startswith(">"):
            return Exchange(url, 302, (("Location", "http://" + written[1:].strip()),), b""), None
        body = self.html(written).encode()
        exchange = Exchange(url, 200, (("Content-Type", "text/html"),), body)
        return exchange, parse(url, exchange.headers, body, self.cues, self.lexicon)

    @staticmethod
    def html(written: str) -> str:
        """The page's markup."""
        words, _, links = written.partition("->")
        text = re.sub(r"(\w+)\*(\d+)", lambda found: " ".join([found[1]] * int(found[2])), words)
        anchors = re.findall(r"(\S+?)(?:\[(.*?)\])?(?:\s|$)", links.strip())
        tags = [f'<a href="http://{target}">{anchor}</a>' for target, anchor in anchors if target]
        return f"<p>{text}</p>{' '.join(tags)}"


def crawl_of(
    strategy: str,
    seeds: Sequence[str],
    settings: Settings | None = None,
    *,
    topic: Topic = TOPIC,
    judges: Mapping[str, Judge] | None = None,
    given: Mapping[str, Any] | None = None,
) -> Crawl:
    """A crawl with the strategy of that name, steered by the share of wolves: so scores any judge not handed in."""
    chosen = strategies.find(strategy)
    named = [GUIDE, "cosine", *(split_use(use).judge for use in chosen.uses)]
    reader = Reader({**dict.fromkeys(named, Share()), **(judges or {})}, chosen.uses, Canon(), topic=topic)
    return assemble(topic, chosen, reader, [f"http://{seed}" for seed in seeds], settings or Settings(), given)


def fetched(
    strategy: str, pages: Mapping[str, str], seeds: str, number: int = 1, **more: Any
) -> list[tuple[str, float]]:
    """What is fetched, in order, and with which priority; `h.test/` is left out of names."""
    crawl = crawl_of(strategy, seeds.split(), Settings(number=number, duplicates="off"), **more)
    web = Small(pages, crawl.reader.cues)
    found = []
    while tickets := crawl.take(0.0):
        ticket = tickets[0]
        crawl.feed(ending(ticket, *web.get(ticket.url)), 0.0)
        found.append((ticket.url.removeprefix("http://").removeprefix("h.test/"), ticket.priority))
    return found


def order(strategy: str, pages: Mapping[str, str], seeds: str, number: int = 1, **more: Any) -> str:
    """The names alone, a blank between."""
    return " ".join(name for name, _ in fetched(strategy, pages, seeds, number, **more))
