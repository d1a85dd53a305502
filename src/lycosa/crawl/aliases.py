"""Pages that name another URL of their site as their own: they are known by that, and it is not fetched again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.pages.hosts import host_of, site_of

if TYPE_CHECKING:
    from lycosa.crawl.frontier import Frontier
    from lycosa.pages.records import Page
    from lycosa.pages.urls import Canon
    from lycosa.strategies.records import Ticket


class Named(NamedTuple):
    """What a page is known by; `caught` if it was fetched under that name before."""

    key: int
    url: str
    caught: bool = False


class Aliases:
    """Looks up what a page says of itself."""

    def __init__(self, frontier: Frontier, canon: Canon, *, on: bool) -> None:
        self.frontier = frontier
        self.canon = canon
        self.on = on

    def of(self, ticket: Ticket, page: Page) -> Named:
        """The page's own name, where it has another on its site; a name in the making, or barred, is not taken."""
        own = Named(ticket.key, ticket.url)
        if not (self.on and page.canonical) or ticket.again:
            return own
        key = self.canon.key(page.canonical)
        if key == ticket.key or site_of(host_of(page.canonical)) != site_of(host_of(ticket.url)):
            return own
        standing = self.frontier.about(key)
        if standing.ended:
            caught = not np.isnan(self.frontier.known.scores[standing.ends[0]])
            return Named(key, page.canonical, caught) if caught else own
        if standing.barred or not self.frontier.forget(key, standing):
            return own
        return Named(key, page.canonical)
