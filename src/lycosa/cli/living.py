"""What a live hunt does at the moment, besides what it has caught."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from lycosa.cli.progress import Hunting
from lycosa.crawl.scope import RULES

if TYPE_CHECKING:
    from lycosa.crawl.crawl import Crawl

COMMONEST = 3  # reasons of failures that are shown


class Living(Hunting):
    """A hunt with a clock."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.began = time.monotonic()
        self.before = 0

    def watch(self, crawl: Crawl) -> None:
        """Listen to it; what it caught in earlier runs says nothing of its speed."""
        super().watch(crawl)
        self.began, self.before = time.monotonic(), crawl.tally.pages

    @property
    def counts(self) -> str:
        """The figures in words, a line of the catch, one of the hunt."""
        if not self.crawl:
            return "looking at the start pages"
        return f"{super().counts}\n  {self._speed(self.crawl)} · {self._hosts(self.crawl)}{self._failures(self.crawl)}"

    def _speed(self, crawl: Crawl) -> str:
        seconds = max(time.monotonic() - self.began, 0.1)
        return f"{(crawl.tally.pages - self.before) / seconds:,.1f} pages/s"

    @staticmethod
    def _hosts(crawl: Crawl) -> str:
        asleep = sum(map(bool, crawl.frontier.lanes.held))
        return f"{len(crawl.hosts) - asleep:,} hosts awake, {asleep:,} asleep"

    @staticmethod
    def _failures(crawl: Crawl) -> str:
        failures = {name: times for name, times in crawl.tally.reasons.items() if name not in RULES}
        first = sorted(failures.items(), key=lambda pair: (-pair[1], pair[0]))[:COMMONEST]
        return "".join(f" · {times:,} {name}" for name, times in first)
