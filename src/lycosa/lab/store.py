"""A stored web: opened in a moment, looked at where a replay goes, shared by all hunts of a process."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

import msgspec
import numpy as np

from lycosa.engines.answers import moved_to
from lycosa.lab.arrays import Arrays
from lycosa.lab.kept import Odd
from lycosa.lab.pages import made
from lycosa.lab.records import OUTSIDE
from lycosa.pages.urls import Canon
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.pages.records import Page, Positions

MOST_LINKS = 4_000_000  # of the pages that are kept ready
NOT_RECORDED = "not_recorded"
HOPS = 10  # redirects from a label to its page


class Unkept(bytes):
    """A body of which only the size is known."""

    size: int

    def __new__(cls, size: int) -> Self:
        """Of so many bytes."""
        made = super().__new__(cls)
        made.size = size
        return made

    def __len__(self) -> int:
        return self.size


class Store(Arrays):
    """The answers, pages and links of a web, by number. A page's number is its place."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        odd = msgspec.msgpack.decode((folder / "odd.msgpack").read_bytes(), type=list[tuple[int, Odd]])
        self.odd: dict[int, Odd] = dict(odd)
        self.ready: dict[int, Page] = {}
        self.ready_links = 0
        self.said: dict[int, Exchange | Failure] = {}

    def page(self, place: int) -> Page:
        """A page."""
        page = self.ready.get(place)
        if page is None:
            page = made(self, place)
            self.ready_links += len(page.links)
            if self.ready_links > MOST_LINKS:
                self.ready.clear()
                self.ready_links = len(page.links)
            self.ready[place] = page
        return page

    def url_of(self, place: int) -> str:
        """A page's address."""
        return self.url(int(self.answers["url"][self.pages["answer"][place]]))

    def answer(self, number: int) -> Exchange | Failure:
        """What the web said, as far as an ending depends on it."""
        answer = self.said.get(number)
        if answer is None:
            answer = self.said[number] = self._answer(number)
        return answer

    def _answer(self, number: int) -> Exchange | Failure:
        row = self.answers[number]
        url, seconds = self.url(int(row["url"])), float(row["seconds"])
        odd = self.odd.get(number, Odd())
        if not row["status"]:
            return Failure(url, odd.reason, odd.detail, seconds=seconds)
        body = odd.body or Unkept(int(row["size"]))
        return Exchange(url, int(row["status"]), odd.headers, body, truncated=odd.truncated, seconds=seconds)

    def numbers(self, canon: Canon) -> dict[int, int]:
        """Key to answer, under what counts as the same URL; the first holds."""
        if canon.www or canon.index or canon.drop is not None:
            keys = [canon.key(self.url(url)) for url in self.answers["url"].tolist()]
        else:
            keys = self.answers["key"].tolist()
        return dict(zip(reversed(keys), reversed(range(len(keys))), strict=True))

    @cached_property
    def labels(self) -> dict[str, list[int]]:
        """Topic to the places of its pages, in the order of the labels."""
        found = {}
        for topic, answers in self._labels.items():
            places = dict.fromkeys(self.arrived[answers].tolist())
            places.pop(OUTSIDE, None)
            if places:
                found[topic] = list(places)
        return found

    @cached_property
    def arrived(self) -> Positions:
        """For each answer the page it leads to, by redirects too; -1 for none."""
        places: Positions = self.answers["page"].astype(np.int64)
        numbers = dict(zip(self.answers["key"].tolist(), range(len(self.answers)), strict=True))
        leads = {number: to for number in self.odd if (to := self._leads(number, numbers)) is not None}
        for number in leads:
            at, hops = number, 0
            while at in leads and hops < HOPS:
                at, hops = leads[at], hops + 1
            places[number] = places[at]
        return places

    def _leads(self, number: int, numbers: dict[int, int]) -> int | None:
        answer = self.answer(number)
        to = moved_to(answer) if isinstance(answer, Exchange) else ""
        return numbers.get(Canon().key(to)) if to else None
