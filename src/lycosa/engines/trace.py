"""What a crawl fetched, in order: one row a fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.crawl.events import Duplicated, Fed, Lost, Redirected

if TYPE_CHECKING:
    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Event


class Trace:
    """Listens to a crawl. `keys` and `scores` have a row a fetch; a fetch without a page has key 0 and score 0."""

    def __init__(self, crawl: Crawl) -> None:
        self.keys: list[int] = []
        self.urls: list[str] = []
        self.scores: list[float] = []
        crawl.listeners.append(self.hear)

    def hear(self, event: Event) -> None:
        """Note what a fetch brought."""
        if isinstance(event, Fed) and not event.again:
            self._row(event.key, event.url, event.score)
        elif isinstance(event, Fed | Lost | Redirected | Duplicated):
            self._row(0, event.url, 0.0)

    def _row(self, key: int, url: str, score: float) -> None:
        self.keys.append(key)
        self.urls.append(url)
        self.scores.append(score)
