"""A live hunt of a few pages, from its seeds to its end, and what was seen of it from outside and inside."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from lycosa.crawl.settings import LIVE
from lycosa.engines.local import Order, hunt, new_run
from lycosa.topics.topic import Scope, topic_from
from lycosa.webs.live.settings import FetchSettings
from tests.webs.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Event
    from lycosa.engines.local import Ended
    from tests.webs.watched import Pages

GAP = 0.05
QUICK = replace(LIVE, gap=GAP, gap_factor=0.0, patience=20.0, retries=1, duplicates="exact", soft_404=False)


@dataclass(frozen=True, slots=True)
class Hunted:
    """A hunt that is over."""

    web: Watched
    events: list[Event]
    ended: Ended
    folder: Path

    @property
    def crawl(self) -> Crawl:
        return self.ended.crawl

    def heard(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def page(*links: str, words: str = "") -> str:
    """Words that no other page with other words or links has, and links."""
    listed = "".join(f'<li><a href="{link}">the lighthouse at {link}</a>' for link in links)
    return f"<!DOCTYPE html><title>{words}</title><p>A lighthouse and its lamp. {words}</p><ul>{listed}</ul>"


def hunted(
    folder: Path,
    pages: Pages,
    seeds: str,
    *,
    examples: str | None = None,
    scope: Scope | None = None,
    fetch: Mapping[str, Any] | None = None,
    parallel: int = 16,
    pins: Mapping[str, int] | None = None,
    **changes: Any,
) -> Hunted:
    """Hunt these pages; seeds and start pages are URLs in one string, pins ports for some hosts."""
    web = Watched(pages)
    events: list[Event] = []
    topic = replace(topic_from("lighthouse"), scope=scope or Scope())

    async def run() -> Ended:
        async with web.served() as port:
            resolve = {host: ("127.0.0.1", place) for host, place in {"*": port, **(pins or {})}.items()}
            told = FetchSettings(resolve=resolve, **(fetch or {}))
            order = new_run(topic, "cosine", "best_first", tuple(seeds.split()), replace(QUICK, **changes), told)
            if examples is not None:
                order = replace(order, examples=tuple(examples.split()))
            wanted = Order(folder=folder, run=order, topic=topic, parallel=parallel)
            return await hunt(wanted, lambda crawl: crawl.listeners.append(events.append))

    return Hunted(web, events, asyncio.run(run()), folder)
