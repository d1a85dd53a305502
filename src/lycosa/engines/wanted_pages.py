"""Pages that a user names: files, pages of a collection, or of the live web, which is asked politely and once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.crawl.scope import Scope
from lycosa.crawl.settings import LIVE
from lycosa.engines.answers import read
from lycosa.engines.hunts import START
from lycosa.engines.start import Prefetched, Starter
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.urls import absolute
from lycosa.topics.files import MARKUP
from lycosa.webs.live.fetch import LiveWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.collection.opened import Opened
    from lycosa.crawl.settings import Settings
    from lycosa.pages.records import Page
    from lycosa.webs.live.settings import FetchSettings


@dataclass(slots=True)
class Got:
    """A page that was named, or why there is none."""

    name: str  # the URL, or the file
    page: Page | None = None
    fault: str = ""  # by name, as hosts and webs give it
    file: Path | None = None


@dataclass(slots=True)
class Finder:
    """Looks among files first, then in a collection, then on the web."""

    fetch: Callable[[], FetchSettings]  # asked for only where something must be fetched
    collection: Opened | None = None
    settings: Settings = LIVE
    lexicon: Lexicon = field(default_factory=Lexicon)

    def all(self, names: Sequence[str]) -> list[Got]:
        """Each, in order."""
        found = [named(name) for name in dict.fromkeys(names)]
        for got in found:
            if got.file:
                got.page = self._in_file(got.file)
            elif self.collection:
                got.page = page_in(self.collection, got.name, self.lexicon)
        self._fetched([got for got in found if got.page is None])
        return found

    def _in_file(self, file: Path) -> Page:
        kind = "text/html" if file.name.lower().endswith(MARKUP) else "text/plain"
        return parse(f"file://{file.absolute()}", {"content-type": kind}, file.read_bytes(), (), self.lexicon)

    def _fetched(self, wanted: list[Got]) -> None:
        if wanted:
            asked = self._how(wanted[0].name)
            pages, faults = asyncio.run(self._ask([got.name for got in wanted], asked))
            for got in wanted:
                got.page, got.fault = pages.get(got.name), faults.get(got.name, "")

    def _how(self, url: str) -> FetchSettings:
        """How the web is asked; where it cannot be, which page would need it."""
        try:
            return self.fetch()
        except LycosaError as unable:
            if self.collection is None:
                raise
            raise LycosaError(f"{url}: not in the collection; to fetch it: {unable}") from None

    async def _ask(self, urls: Sequence[str], asked: FetchSettings) -> tuple[dict[str, Page], dict[str, str]]:
        """The pages by URL, and why others gave none."""
        found: dict[str, Page] = {}
        async with LiveWeb(asked) as web:
            starter = Starter(Prefetched(web), self.settings, Scope(self.settings))
            for begin in range(0, len(urls), START):
                some = urls[begin : begin + START]
                pages = await starter.pages(some, self.lexicon)
                found |= dict(zip([url for url in some if url not in starter.faults], pages, strict=True))
        return found, starter.faults


def page_in(collection: Opened, url: str, lexicon: Lexicon) -> Page | None:
    """The page of a URL as the collection holds it."""
    spot = collection.spot_of(collection.run.settings.canon.key(url))
    settings = collection.run.settings
    return read(collection.read(url, spot), (), lexicon, settings.page_bytes or None) if spot else None


def named(name: str) -> Got:
    """What is meant: a file that is there, or an address."""
    file = Path(name).expanduser()
    if "://" not in name and file.is_file():
        return Got(name, file=file)
    url = absolute(name, "")
    if url is None:
        raise LycosaError(f"{name}: neither a file nor a web address; write an address like http://example.org/")
    return Got(url)
