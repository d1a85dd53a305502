"""What a web's answer means for the ticket it was for."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Protocol, TypeGuard

from lycosa.crawl.crawl import MAX_HOPS
from lycosa.crawl.endings import Came, Ended, Failed, Moved, Ruled, Trip
from lycosa.crawl.robots import decoded
from lycosa.pages.parse import parse
from lycosa.pages.urls import absolute
from lycosa.strategies.records import ROBOTS
from lycosa.webs.base import Failure
from lycosa.webs.reasons import may_pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page
    from lycosa.strategies.records import Ticket
    from lycosa.webs.base import Exchange, Web

READ = ("text/html", "application/xhtml+xml", "text/plain")
OK, REDIRECTS = range(200, 300), (301, 302, 303, 307, 308)
BUSY, UNCHANGED = (429, 503), 304
CUT = ("time", "disconnect", "framing", "coding")  # of rules: what is lacking may forbid
LONGEST_WAIT = 86_400.0


def ending(ticket: Ticket, answer: Exchange | Failure, page: Page | None) -> Ended:
    """The ticket's ending; `page` is the answer parsed, where it is one to be read."""
    trip = Trip(answer.seconds, answer.address)
    if isinstance(answer, Failure):
        return Failed(ticket, answer.reason, trip=trip, may_pass=may_pass(answer.reason))
    if to := moved_to(answer):
        return Moved(ticket, to, trip)
    return _rules(ticket, answer, trip) if ticket.kind == ROBOTS else _page(ticket, answer, page, trip)


def _rules(ticket: Ticket, answer: Exchange, trip: Trip) -> Ended:
    if answer.status in BUSY or answer.status >= 500:
        return _refusal(ticket, answer, trip)
    if answer.status in OK and answer.truncated in CUT:
        return Failed(ticket, "cut", len(answer.body), trip, may_pass("cut"))
    return Ruled(ticket, decoded(answer.body) if answer.status in OK else "", trip)


def _page(ticket: Ticket, answer: Exchange, page: Page | None, trip: Trip) -> Ended:
    if answer.status == UNCHANGED and ticket.again and page:
        return Came(ticket, page, 0, trip)
    if answer.status not in OK:
        return _refusal(ticket, answer, trip)
    size = len(answer.body)
    return Came(ticket, page, size, trip) if page else Failed(ticket, "content_type", size, trip)


def moved_to(answer: Exchange) -> str:
    """Where a redirect leads; nothing if it is none."""
    location = answer.location.strip()
    return (location and answer.status in REDIRECTS and absolute(answer.url, location)) or ""


def _refusal(ticket: Ticket, answer: Exchange, trip: Trip) -> Failed:
    reason, busy = f"http_{answer.status}", answer.status in BUSY
    trip = trip._replace(wait=wait_of(answer) if busy else 0.0)
    return Failed(ticket, reason, len(answer.body), trip, may_pass(reason), busy)


def wait_of(answer: Exchange) -> float:
    """The seconds that Retry-After asks for; a date counts from the answer's own."""
    told = answer.header("retry-after").strip()
    if told.isdecimal():
        return min(float(told[:9]), LONGEST_WAIT)
    try:
        wait = parsedate_to_datetime(told) - parsedate_to_datetime(answer.header("date"))
    except (ValueError, TypeError, IndexError):
        return 0.0
    return min(max(wait.total_seconds(), 0.0), LONGEST_WAIT)


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
            self.kept[url] = (answer, read(answer, self.cues, self.lexicon, self.page_bytes))
        return self.kept[url]

    def page(self, url: str) -> Page | None:
        """The page alone."""
        return self.get(url)[1]

    def arrived(self, url: str) -> Page | None:
        """The page that a URL leads to, by so many redirects as a crawl would follow."""
        for _ in range(MAX_HOPS + 1):
            answer, page = self.get(url)
            if isinstance(answer, Failure) or not (to := moved_to(answer)):
                return page
            url = to
        return None


def read(
    answer: Exchange | Failure, cues: Sequence[str], lexicon: Lexicon, page_bytes: int | None = None
) -> Page | None:
    """The page that an answer is, if it is one."""
    if not readable(answer):
        return None
    return parse(answer.url, answer.headers, answer.body[:page_bytes], cues, lexicon)
