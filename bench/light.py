"""A web without HTML that costs little to serve: for figures of crawls of many pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.checks.world import WORDS, World
from lycosa.pages.records import Links, Page, Text
from lycosa.webs.base import Exchange

if TYPE_CHECKING:
    from lycosa.webs.base import Failure

PARTS = [one + other for one in "bcdfghjklmnpqrstvwxyz" for other in "aeiou"]  # of which addresses are made
PART = {part: place for place, part in enumerate(PARTS)}
HOSTS, VOCABULARY, LENGTH, APART = 1999, 20_000, 124, 4
LINKS, NEW = 30, 20  # of a page; so many of them nobody has seen before


class Light(World):
    """Every page links to `NEW` pages never seen before and to others that were; after `last` pages to those alone.

    Nothing is kept of a page that was served.
    """

    def __init__(self, last: int, number: int = 1) -> None:
        super().__init__(number, links=LINKS)
        self.last = last
        self.served = 0
        self.fresh = 3  # the pages from here on nobody has seen: the first three are seeds
        self.topic = self.lexicon.ids(WORDS)
        self.words = self.lexicon.ids([f"w{number}" for number in range(VOCABULARY)])

    def url(self, page: int) -> str:
        """An address whose words are few, and which tells the page."""
        parts = []
        for _ in range(4):
            page, rest = divmod(page, len(PARTS))
            parts.append(PARTS[rest])
        return f"http://h{self._mixed(page, parts) % HOSTS}.test/{'/'.join(parts)}"

    @staticmethod
    def _mixed(page: int, parts: list[str]) -> int:
        mixed: int = page + sum(PART[part] * 7**place for place, part in enumerate(parts))
        return mixed

    @staticmethod
    def number_of(url: str) -> int:
        """The page of an address."""
        parts = url.split("/")[3:]
        return sum(PART[part] * len(PARTS) ** place for place, part in enumerate(parts))

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        """A page, whatever is asked for."""
        self.served += 1
        return Exchange(url, 200, (), b""), self.page(self.number_of(url))

    def page(self, page: int) -> Page:
        """So many words, some of the topic, and a link every few words."""
        rng = np.random.default_rng([self.number, page])
        ids = self.words[(VOCABULARY * rng.random(LENGTH) ** 3).astype(np.int64)]
        telling = rng.random(LENGTH) < (0.3 if self.topical(page) else 0.05)
        ids[telling] = self.topic[rng.integers(0, len(WORDS), int(telling.sum()))]
        known = rng.integers(0, self.fresh, LINKS)
        if self.served < self.last:
            known[:NEW] = np.arange(self.fresh, self.fresh + NEW)
            self.fresh += NEW
        targets = [self.url(target) for target in rng.permutation(known).tolist()]
        starts = APART * np.arange(LINKS)
        text = Text(ids, self.lexicon, {"meta": (0, 0), "headings": (0, 0), "title": (0, 0), "body": (0, LENGTH)})
        nofollow = np.zeros(LINKS, np.bool_)
        links = Links(targets, starts, starts + 2, nofollow, self._cues(targets, text, starts), self._told(targets))
        return Page(self.url(page), text, links, language="en", digest=page.to_bytes(32, "little"))

    def _told(self, targets: list[str]) -> dict[str, Any]:
        return {**self._columns(targets), "leaf": np.arange(LENGTH, dtype=np.int32) // 6}
