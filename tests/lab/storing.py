"""Small stored webs for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.lab.imports import Wish, import_web
from lycosa.lab.sources import opened
from lycosa.lab.store import Store
from lycosa.pages.urls import Canon
from lycosa.strategies.records import Ticket
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.webs.practice import PracticeWeb

SMALL = "practice(pages=400, planted=4, number=3)"
TINY = "practice(pages=160, planted=2, topical=0.5, number=3)"


def stored(folder: Path, source: str, name: str = "small", base: str = "", *, by_folder: bool = False, **wish) -> Store:
    """A web stored in a folder."""
    with opened(source, base, by_folder=by_folder) as found:
        import_web(found, folder / name, Wish(name, source, servable=found.servable, **wish))
    return Store(folder / name)


def ticket_for(url: str, kind: str = "page") -> Ticket:
    """A ticket as a crawl gives them."""
    nothing = np.zeros(1, np.dtype([]))
    return Ticket(1, Canon().key(url), url, 0, 0.0, 0, nothing[0], nothing, 0, 0, kind=kind)


class Walled:
    """A web that ends where a store of it does."""

    def __init__(self, web: PracticeWeb, store: Store) -> None:
        self.web = web
        self.known = {store.url(url) for url in store.answers["url"].tolist()}

    def fetch(self, url: str) -> Exchange | Failure:
        """The answer to a GET of this URL."""
        return self.web.fetch(url) if url in self.known else Failure(url, "not_recorded", "the URL is not in this web")
