"""How a URL was found: the pages from a seed to it, and its link on the last of them with all its cues."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.collection import past
from lycosa.collection.journal import Spot
from lycosa.crawl.reading import GUIDE
from lycosa.crawl.targets import anchors
from lycosa.engines.answers import read
from lycosa.pages.cues import cued
from lycosa.pages.names import NamingError
from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.engines.rebuild import Rebuilt
    from lycosa.pages.records import Page

CUES = ("anchor", "url", "window(40)")  # shown whether or not the strategy goes by them
WORDS = 24  # of a cue that are shown
LONGEST = 1000  # pages from a seed
LOOKED_AT = 2000  # pages in which a link is looked for of which nobody noted where it stands


@dataclass(slots=True)
class Step:
    """A page on the way from a seed."""

    url: str
    title: str
    score: float
    hops: int


@dataclass(slots=True)
class Scored:
    """A cue of a link, and what the judge makes of it."""

    cue: str
    judge: str
    score: float
    text: str
    used: bool  # by the strategy


@dataclass(slots=True)
class Link:
    """The link on the page from which the URL came."""

    on: str
    anchor: str
    times: int  # that it stands there
    followed: bool
    cues: list[Scored] = field(default_factory=list)


class Links:
    """Looks links up on pages of the archive, read as the crawl read them."""

    def __init__(self, rebuilt: Rebuilt) -> None:
        self.rebuilt = rebuilt
        self.collection = rebuilt.collection
        self.reader = rebuilt.crawl.reader

    def chain(self, via: int) -> list[Step]:
        """The pages that led there, the seed first."""
        steps: list[Step] = []
        while via and len(steps) < LONGEST and (page := past.page_of(self.collection, via)):
            steps.append(Step(page["url"], page["title"], page["score"], page["depth"]))
            via = page["via"]
        return steps[::-1]

    def page(self, row: dict[str, Any]) -> Page | None:
        """A page out of the archive, its links with their cues."""
        answer = self.collection.read(row["url"], Spot(row["warc"], row["off"], row["len"]))
        return read(answer, self.rebuilt.cues, self.rebuilt.lexicon, self.rebuilt.crawl.settings.page_bytes or None)

    def link(self, via: int, keys: Sequence[int]) -> Link | None:
        """The link on that page to one of these URLs, the first that is there."""
        row = past.page_of(self.collection, via) if via else None
        page = self.page(row) if row else None
        if row is None or page is None:
            return None
        for key in keys:
            if places := self._places(page, key):
                return self._link(row, page, places)
        return None

    def anywhere(self, key: int) -> tuple[dict[str, Any], Link] | None:
        """The first page that has a link to it, and the link."""
        for row in islice(self.collection.catalogue.pages(), LOOKED_AT):
            page = self.page(row)
            if page and (places := self._places(page, key)):
                return row, self._link(row, page, places)
        return None

    def _places(self, page: Page, key: int) -> list[int]:
        return [place for place, url in enumerate(page.links.urls) if self.reader.canon.key(url) == key]

    def _link(self, row: dict[str, Any], page: Page, places: list[int]) -> Link:
        followed = not self.reader.nofollow or not (
            "nofollow" in page.robots or all(bool(page.links.nofollow[place]) for place in places)
        )
        names = anchors(page, np.array(places, np.int64))
        return Link(
            on=row["url"],
            anchor=next(filter(None, names), ""),
            times=len(places),
            followed=followed and not set(names) & self.reader.link_texts,
            cues=[*self._cues(page, places), self._whole(row)],
        )

    def _cues(self, page: Page, places: list[int]) -> Iterator[Scored]:
        """What the strategy goes by first."""
        wanted = [used for used in self._used() if used[1] != "page"]
        shown = dict.fromkeys([*wanted, *((GUIDE, cue) for cue in CUES)])
        for judge, cue in shown:
            if scored := self._scored(page, places, judge, cue, used=(judge, cue) in wanted):
                yield scored

    def _used(self) -> list[tuple[str, str]]:
        """Judge and cue of all that the strategy goes by; the guide under its own name is the guide."""
        held = self.reader.judges
        uses = [(use.judge, use.cue) for _, use in self.reader.wanted]
        uses += [(GUIDE, "page")] if "page" in self.reader.uses else []
        return [(GUIDE if held[judge] is held[GUIDE] else judge, cue) for judge, cue in uses]

    def _whole(self, row: dict[str, Any]) -> Scored:
        """The page itself is a cue of all its links."""
        used = (GUIDE, "page") in self._used()
        return Scored("page", self.reader.guide, row["score"], "the page it stands on", used)

    def _scored(self, page: Page, places: list[int], judge: str, cue: str, *, used: bool) -> Scored | None:
        """The best of the link's places on the page."""
        try:
            text, (starts, ends) = cued(page, cue)
        except NamingError:  # no text, but a number that parsing brings
            return None
        here = np.array(places, np.int64)
        scores = self.reader.judges[judge].scores(text, Ranges(starts[here], ends[here]))
        best = int(scores.argmax())
        words = [text.lexicon.words[token] for token in text.tokens[starts[here][best] : ends[here][best]].tolist()]
        told = " ".join(words[:WORDS]) + (" ..." if len(words) > WORDS else "")
        return Scored(cue, judge or self.reader.guide, float(scores[best]), told, used)
