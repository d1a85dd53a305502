"""What a web's answer means for the ticket it was for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeGuard

from lycosa.crawl.endings import Came, Ended, Failed, Moved
from lycosa.pages.parse import parse
from lycosa.pages.urls import absolute
from lycosa.webs.base import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page
    from lycosa.strategies.records import Ticket
    from lycosa.webs.base import Exchange, Web

READ = ("text/html", "application/xhtml+xml", "text/plain")
OK, REDIRECTS = range(200, 300), (301, 302, 303, 307, 308)


def ending(ticket: Ticket, answer: Exchange | Failure, page: Page | None) -> Ended:
    """The ticket's ending; `page` is the answer parsed, where it is one to be read."""
    if isinstance(answer, Failure):
        return Failed(ticket, answer.reason)
    size = len(answer.body)
    location = answer.header("location").strip()
    if answer.status in REDIRECTS and location and (to := absolute(answer.url, location)):
        return Moved(ticket, to)
    if answer.status not in OK:
        return Failed(ticket, f"http_{answer.status}", size)
    return Came(ticket, page, size) if page else Failed(ticket, "content_type", size)


def readable(answer: Exchange | Failure) -> TypeGuard[Exchange]:
    """Whether it is a page of a type that is read. Without a type, the parser finds out."""
    if isinstance(answer, Failure) or answer.status not in OK:
        return False
    kind = answer.header("content-type").partition(";")[0].strip().lower()
    return not kind or kind in READ


class Answering(Protocol):
    """Where a replay gets its answers."""

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        """The answer, and the page it is."""


class Answers:
    """The answers of a web that never change, parsed once and kept for all who replay it."""

    def __init__(self, web: Web, cues: Sequence[str], lexicon: Lexicon, page_bytes: int = 0) -> None:
        self.web = web
        self.cues = tuple(cues)
        self.lexicon = lexicon
        self.page_bytes = page_bytes or None
        self.kept: dict[str, tuple[Exchange | Failure, Page | None]] = {}

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        """The answer, and the page it is."""
        if url not in self.kept:
            answer = self.web.fetch(url)
            self.kept[url] = (answer, self._read(url, answer) if readable(answer) else None)
        return self.kept[url]

    def _read(self, url: str, answer: Exchange) -> Page:
        return parse(url, answer.headers, answer.body[: self.page_bytes], self.cues, self.lexicon)

    def page(self, url: str) -> Page | None:
        """The page alone."""
        return self.get(url)[1]
