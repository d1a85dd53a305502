"""A strategy that uses all a strategy may use, and a world to crawl with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.checks.topic import TOPIC
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.engines.hunts import assemble, reader_for
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Moves, Offers, Rows

if TYPE_CHECKING:
    from lycosa.checks.world import World
    from lycosa.crawl.crawl import Crawl
    from lycosa.strategies.records import Ticket


class Rich(Strategy):
    """Trail, sightings, lanes of its own, dice, studies, new epochs, moves and revisits."""

    word = ""
    merge = "sum"
    trail = ("hops:u1", "words:3f4")
    remember = 3
    lanes = "own"
    grows = "pages"
    kept = ("fed", "weight", "keys")

    def begin(self, hunt):
        super().begin(hunt)
        self.fed, self.weight, self.keys = 0, 1.0, []

    def rank(self, page):
        n = len(page.links)
        self.fed += 1
        self.epoch += self.fed % 11 == 0
        self.keys = [*self.keys, page.key]
        words = np.outer(np.arange(n), np.arange(3)) + page.score
        more = Moves(np.array(self.keys[-1:], np.uint64), np.array([0.3]), again=True) if self.fed % 9 == 0 else None
        lane = (page.links.keys % np.uint64(3)).astype(np.int64)
        hops = int(page.ticket.trail["hops"]) + 1
        return Offers(self.weight * page.score * self.hunt.rng.random(n), lane, {"hops": hops, "words": words}, more)

    def learn(self, end):
        seen = end.ticket.sightings["hops"].sum() if len(end.ticket.sightings) else 0
        self.weight = 0.9 * self.weight + 0.1 * (1 + float(seen) % 3)
        if end.page is not None and self.fed % 4 == 0:
            waiting = end.page.links.keys[end.page.links.status == 1]
            return Moves(waiting[:3], np.array([0.2, -np.inf, np.inf])[: len(waiting[:3])], lane=1)
        return None

    def rescore(self, rows):
        return Rows(rows.priority * 0.5 + rows.trail["words"][:, 1], (rows.lane + 1) % 3, rows.times, rows.trail)

    def choose(self, heads):
        return int(self.hunt.rng.integers(len(heads.lane)))

    def study(self):
        return {"keys": np.array(self.keys, np.uint64)} if self.fed % 8 == 5 else None

    @staticmethod
    def work(data):
        return {"mean": float((data["keys"] % np.uint64(100)).mean())}

    def studied(self, result):
        self.weight += result["mean"] / 100
        self.epoch += 1


def made(strategy: Strategy, world: World, shelf: Any = None, **options: Any) -> Crawl:
    """A crawl of the world, ready for its first ticket."""
    settings = Settings(**options)
    reader = reader_for(TOPIC, strategy, "cosine", [world.page(0)], settings)
    crawl = assemble(TOPIC, strategy, reader, [world.url(page) for page in (0, 1, 3)], settings)
    if shelf is not None:
        crawl.frontier.overflow.shelves.shelf = shelf
    return crawl


def step(crawl: Crawl, world: World, out: list[Ticket], now: float, in_flight: int = 3) -> list[str]:
    """Take so that three are out, and end the oldest; the URLs taken."""
    tickets = crawl.take(now, in_flight - len(out))
    out += tickets
    if out:
        crawl.feed(ending(out[0], *world.get(out[0].url)), now)
        del out[0]
    return [ticket.url for ticket in tickets]
