"""Crawls long enough to learn: a world, the laws of state in the midst of learning, and what was learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lycosa.checks.strategies import crawl_of
from lycosa.checks.world import World
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import pack, unpack
from lycosa.engines.answers import ending

if TYPE_CHECKING:
    from lycosa.crawl.crawl import Crawl


def world() -> World:
    """Pages enough for a few studies, good and bad."""
    return World(pages=900, links=20, faint=0.1)


def lived(name: str, feeds: int, begun: Crawl | None = None) -> Crawl:
    """A crawl of the world after so many feeds."""
    web = world()
    crawl = begun or crawl_of(name, web)
    web.cues = crawl.reader.cues
    for now in range(feeds):
        for ticket in crawl.take(float(now)):
            crawl.feed(ending(ticket, *web.get(ticket.url)), float(now))
    return crawl


def learner(name: str, feeds: int) -> Any:
    """The strategy after so many feeds."""
    return lived(name, feeds).strategy


def survives(name: str, feeds: int, more: int) -> Any:
    """Saved after so many feeds and loaded, a crawl goes on as if nothing had been; the strategy it ends with."""
    crawl = lived(name, feeds)
    saved = pack(snapshot(crawl))
    twin = crawl_of(name, world())
    restore(twin, unpack(saved))
    assert pack(snapshot(twin)) == saved
    for one in (crawl, twin):
        lived(name, more, one)
    assert fingerprint(twin) == fingerprint(crawl)
    return crawl.strategy
