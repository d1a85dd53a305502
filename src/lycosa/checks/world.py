"""A small web of pages without HTML, for checking laws: every page follows from its number and the world's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.pages.cues import cue_of
from lycosa.pages.leaves import leaves_around
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Cued, Links, Page, Ranges, Text
from lycosa.pages.urls import url_words
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Positions
    from lycosa.strategies.records import Ticket

WORDS = (
    "wolf",
    "spider",
    "hunts",
    "prey",
    "burrow",
    "silk",
    "of",
    "stone",
    "river",
    "market",
    "tax",
    "engine",
)
TOPICAL = 6  # the first of them make a page relevant
LENGTH = 60
LEAF = 6  # words
PATHS = ("body/ul.menu/li/a", "body/p/a", "body/div.list/p/a", "body/footer/a")


class World:
    """`pages` pages on a few hosts, each with `links` links; one in nine is missing, one in eleven has moved."""

    def __init__(self, number: int = 1, pages: int = 200, links: int = 12, faint: float = 1.0) -> None:
        self.number = number
        self.pages = pages
        self.links = links
        self.faint = faint  # the odds of the topic's words on a page that is not topical
        self.lexicon = Lexicon()
        self.out: list[Ticket] = []  # tickets of a crawl that has not been told their endings
        self.cues: Sequence[str] = ()  # those that pages must bring beside what follows from their text
        self.kept: dict[str, tuple[Exchange | Failure, Page | None]] = {}

    def url(self, page: int) -> str:
        """The address of a page."""
        return f"http://h{page % 7}.test/{WORDS[page % len(WORDS)]}/{page}"

    @staticmethod
    def number_of(url: str) -> int:
        """The page of an address."""
        return int(url.rpartition("/")[2])

    @staticmethod
    def topical(page: int) -> bool:
        """Whether a page has more of the topic's words than others."""
        return page % 3 == 0

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        """The answer to a fetch, and the page it is."""
        if url not in self.kept:
            self.kept[url] = self._answer(url, self.number_of(url))
        return self.kept[url]

    def _answer(self, url: str, page: int) -> tuple[Exchange | Failure, Page | None]:
        if page % 9 == 8:
            return Failure(url, "not_recorded"), None
        if page % 11 == 10:
            moved = (("location", self.url((page * 7 + 1) % self.pages)),)
            return Exchange(url, 301, moved, b""), None
        return Exchange(url, 200, (), b""), self.page(page)

    def page(self, page: int) -> Page:
        """A page whose arrays may not be written to."""
        rng = np.random.default_rng([self.number, page])
        odds = np.where(np.arange(len(WORDS)) < TOPICAL, 3.0 if self.topical(page) else self.faint, 1.0)
        words = rng.choice(WORDS, LENGTH, p=odds / odds.sum())
        ids = self.lexicon.ids(words.tolist())
        targets = [self.url(int(target)) for target in rng.integers(0, self.pages, self.links)]
        starts = np.sort(rng.integers(0, LENGTH - 2, self.links)).astype(np.int64)
        nofollow = np.zeros(self.links, np.bool_)
        text = Text(ids, self.lexicon, {"meta": (0, 0), "headings": (0, 0), "title": (0, 0), "body": (0, LENGTH)})
        links = Links(targets, starts, starts + 2, nofollow, self._cues(targets, text, starts), self._columns(targets))
        for array in (ids, starts, nofollow):
            array.flags.writeable = False
        return Page(self.url(page), text, links, language="en", digest=page.to_bytes(32, "little"))

    def _cues(self, targets: list[str], text: Text, starts: Positions) -> dict[str, Cued]:
        """The words of URLs and what a page of a web has from its tree."""
        cues = {"url": self._urls(targets)}
        leaf = np.arange(LENGTH, dtype=np.int32) // LEAF
        for name in self.cues:
            cue = cue_of(name)
            if cue.word in ("block", "leaves"):
                most = cue.options["most"] if cue.word == "leaves" else 1
                cues[name] = Cued(text, leaves_around(leaf, Ranges(starts, starts + 2), (0, LENGTH), most))
        return cues

    def _columns(self, targets: list[str]) -> dict[str, Any]:
        """Cues that are no text."""
        paths = [PATHS[self.number_of(url) % len(PATHS)] for url in targets]
        return {"leaf": np.arange(LENGTH, dtype=np.int32) // LEAF, "tag_path": paths}

    def _urls(self, urls: Sequence[str]) -> Cued:
        words = [url_words(url) for url in urls]
        ends = np.cumsum([len(part) for part in words])
        text = Text(self.lexicon.ids([word for part in words for word in part]), self.lexicon)
        return Cued(text, Ranges(np.concatenate([[0], ends[:-1]]), ends))
