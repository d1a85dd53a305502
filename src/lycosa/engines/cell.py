"""A cell: one process that is a whole crawl. It fetches, parses, decides and stores for the hosts that are its own.

All on one core: the network is busy while pages are parsed. What happens to the crawl happens in one order, and that
order is the log.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lycosa.collection import checkpoints, journal
from lycosa.collection.catalogue import Caught, Dead, Found, unsigned
from lycosa.collection.checkpoints import CHECKPOINTS
from lycosa.collection.collection import COMMIT_SECONDS
from lycosa.collection.opened import borne
from lycosa.crawl.endings import Came, Ruled
from lycosa.crawl.events import Barred, Fed, Lost, Stopped, Unreached
from lycosa.crawl.robots import LIMIT
from lycosa.crawl.snapshot import snapshot
from lycosa.engines.answers import UNCHANGED, ending
from lycosa.engines.kept_past import KeptPast, earlier
from lycosa.engines.retraining import SLICE, Retraining
from lycosa.strategies.records import PAGE, ROBOTS
from lycosa.webs.base import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycosa.collection.collection import Collection
    from lycosa.crawl.endings import Ended
    from lycosa.crawl.events import Event
    from lycosa.engines.rebuild import Rebuilt
    from lycosa.pages.records import Page
    from lycosa.strategies.records import Ticket

CONDITIONS = {"If-None-Match": "etag", "If-Modified-Since": "last-modified"}
AT_ONCE = 8  # answers dealt with before tickets are asked for again
AT_LENGTH = 0.1  # seconds spent on them: while pages take long, answers that are there must not time out
EVERY = 12_000  # events after which a start would have to go through too much of the log


class AsyncWeb(Protocol):
    """A web that takes its time."""

    async def fetch(
        self, url: str, headers: Mapping[str, str] | None = None, limit: int | None = None, *, any_type: bool = False
    ) -> Exchange | Failure:
        """The answer to a GET of this URL."""


class Arrived(NamedTuple):
    """An answer, and when it came."""

    ticket: Ticket
    answer: Exchange | Failure
    at: float  # seconds since 1970


class Cell:
    """Runs a crawl that was rebuilt from its collection, to its end or until it is interrupted."""

    def __init__(
        self,
        rebuilt: Rebuilt,
        collection: Collection,
        web: AsyncWeb,
        parallel: int,
        every: int = EVERY,
        retrain: int = 0,
    ) -> None:
        self.rebuilt = rebuilt
        self.crawl = rebuilt.crawl
        self.collection = collection
        self.web = web
        self.parallel = parallel
        self.every = every
        self.started = 0.0
        self.tickets: dict[int, Ticket] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.arrived: deque[Arrived] = deque()
        self.changed = asyncio.Event()
        self.stopping = 0
        self.saved = rebuilt.seq - rebuilt.replayed  # the last event of the checkpoint it came from
        self.rereading = _waiting_again(collection)
        past = KeptPast(rebuilt, collection)
        self.retraining = Retraining(past, retrain, earlier(collection)) if retrain else None
        self.events: list[Event] = []
        self.crawl.listeners.append(self.events.append)

    def interrupt(self) -> None:
        """Once: take no more tickets, finish what is out. Twice: drop that too."""
        self.stopping += 1
        self.changed.set()

    @property
    def now(self) -> float:
        """Crawl time."""
        return self.rebuilt.now + time.monotonic() - self.started

    async def run(self) -> Stopped:
        """To the end; why it ended. Whatever ends it, what was committed lasts."""
        self.started = time.monotonic()
        try:
            self._lose()
            await self._loop()
            if self.stopping < 2:
                self._checkpoint()
        finally:
            for task in self.tasks.values():
                task.cancel()
        if self.stopping:
            return Stopped("interrupted", "it was interrupted; run it again to go on")
        return self.crawl.stopped or Stopped("failed", "it ended without a reason")

    def _lose(self) -> None:
        """What was out when the last run ended is asked for again."""
        if self.rebuilt.out:
            self.rebuilt.out.clear()
            self.collection.tell(journal.lost(self.rebuilt.now))
            self.crawl.lose(self.rebuilt.now)
            self.collection.commit(self.now)

    async def _loop(self) -> None:
        while True:
            self._give()
            over = self.crawl.stopped or self.stopping
            if self.stopping > 1 or (over and not self.arrived and not self.crawl.tally.out):
                break  # robots.txt and the like that are out matter no more
            if not self.arrived and (over or not self.rereading):
                await self._wait()
            self._take_in()
            self._reread()
            self._retrain()
            await asyncio.sleep(0)
        self.collection.commit(self.now)

    def _give(self) -> None:
        """Tickets for all free places."""
        free = self.parallel - len(self.tasks)
        if self.stopping or self.crawl.stopped or free <= 0:
            return
        now = self.now
        for ticket in self.crawl.take(now, free):
            self.tickets[ticket.number] = ticket
            self.tasks[ticket.number] = asyncio.create_task(self._fetch(ticket))
        away = [event for event in self.events if isinstance(event, Unreached)]
        dead = [Dead(one.key, one.url, one.via, one.reason) for one in away]
        self.collection.tell(journal.taken(now, free, None), *dead)
        self.events.clear()

    async def _fetch(self, ticket: Ticket) -> None:
        limit = LIMIT if ticket.kind == ROBOTS else None
        answer: Exchange | Failure
        try:
            conditions = self._conditions(ticket) if ticket.again else None
            answer = await self.web.fetch(ticket.url, conditions, limit, any_type=ticket.kind != PAGE)
        except Exception as wrong:  # noqa: BLE001 - one page must not end a crawl, nor be waited for without end
            answer = Failure(ticket.url, "fault", f"{type(wrong).__name__}: {wrong}")
        self.arrived.append(Arrived(ticket, borne(answer), time.time()))
        self.changed.set()

    def _conditions(self, ticket: Ticket) -> dict[str, str]:
        """A page that was kept need not come again unchanged."""
        spot = self.collection.spot_of(ticket.key)
        kept = self.collection.read(ticket.url, spot) if spot else None
        found = {name: kept.header(told) for name, told in CONDITIONS.items()} if kept else {}
        return {name: value for name, value in found.items() if value}

    async def _wait(self) -> None:
        """Until an answer comes, or a host wakes for whose page there is a place."""
        self.changed.clear()
        timer = None
        free = len(self.tasks) < self.parallel and not self.stopping
        wake = self.crawl.calendar.next_wake() - self.now if free else float("inf")
        if self.collection.pending:
            wake = min(wake, COMMIT_SECONDS)
        if self.crawl.settings.seconds and free:
            wake = min(wake, self.crawl.settings.seconds - self.now)
        if wake < float("inf"):
            timer = asyncio.get_running_loop().call_later(max(wake, 0.0), self.changed.set)
        await self.changed.wait()
        if timer:
            timer.cancel()

    def _take_in(self) -> None:
        until, now = self.now + AT_LENGTH, self.now
        for _ in range(min(AT_ONCE, len(self.arrived))):
            arrived = self.arrived.popleft()
            del self.tasks[arrived.ticket.number], self.tickets[arrived.ticket.number]
            self._one(arrived)
            now = self.now
            if now > until:
                break
        self._settle(now)

    def _settle(self, now: float) -> None:
        """Make it last, where it is time to."""
        if self.collection.due(now):
            self.collection.commit(now)
            if self.collection.catalogue.seq - self.saved >= self.every:
                self._checkpoint()

    def _reread(self) -> None:
        """A slice of the pages whose links a new judge has not ranked yet."""
        for _ in range(0 if self.stopping or self.crawl.stopped else min(SLICE, len(self.rereading))):
            key, spot = self.rereading.popleft()
            now = self.now
            self.rebuilt.rerank(key, spot)
            self.collection.tell(journal.reranked(now, key, spot))
            self._settle(now)

    def _retrain(self) -> None:
        """A round of training, where one is due; what it brings is in force from here on."""
        if self.retraining is None or not self.retraining.due or self.stopping or self.crawl.stopped:
            return
        self.collection.commit(self.now)
        trained = self.retraining.round()
        if trained is None:
            return
        self.collection.catalogue.put_retrained(self.collection.run.judge, trained.sha, trained.state)
        now = self.now
        self.crawl.put_in_force(trained.judge)
        self.collection.tell(journal.put_in_force(now, trained.sha))
        self.collection.commit(now)
        self.rereading = _waiting_again(self.collection)

    def _one(self, arrived: Arrived) -> None:
        """An answer is fed and kept."""
        ticket, answer, _ = arrived
        known = self._unchanged(ticket, answer)
        page = self.rebuilt.page(ticket, known[0] if known else answer) if isinstance(answer, Exchange) else None
        ended, now = ending(ticket, answer, page), self.now
        self.crawl.feed(ended, now)
        fed = next((event for event in self.events if isinstance(event, Fed)), None)
        spot = self._kept(arrived, fed)
        told = journal.ended(ended, now, known[1] if known else spot if isinstance(ended, Came | Ruled) else None)
        if self.retraining and fed and ticket.via and not fed.again:
            self.retraining.saw(ticket.key, fed.score, ticket.priority)
        caught = [_caught(fed, page, answer, spot)] if fed and page and spot and not fed.again else []
        self.collection.tell(told, *caught, *self._dead(ticket))
        self._note(ticket, ended)
        self.events.clear()

    def _unchanged(self, ticket: Ticket, answer: Exchange | Failure) -> tuple[Exchange, journal.Spot] | None:
        """What was kept of a page that is asked for again and has not changed since."""
        if not (ticket.again and isinstance(answer, Exchange) and answer.status == UNCHANGED):
            return None
        spot = self.collection.spot_of(ticket.key)
        return (self.collection.read(ticket.url, spot), spot) if spot else None

    def _kept(self, arrived: Arrived, fed: Fed | None) -> journal.Spot | None:
        if isinstance(arrived.answer, Failure):
            return None
        return self.collection.keep(arrived.answer, arrived.at, self._fields(arrived.ticket, fed))

    def _dead(self, ticket: Ticket) -> list[Dead]:
        lost = [event for event in self.events if isinstance(event, Lost) and not event.again]
        return [Dead(ticket.key, one.url, ticket.via, one.reason) for one in lost]

    def _note(self, ticket: Ticket, ended: Ended) -> None:
        """Files that are not read, and sitemaps, are found though not fetched."""
        for event in self.events:
            if isinstance(event, Barred) and event.rule == "unread":
                self.collection.note(Found(event.url, "file", ticket.key))
        for url in self.crawl.robots.sitemaps(ticket.key) if isinstance(ended, Ruled) else ():
            self.collection.note(Found(url, "sitemap"))

    def _fields(self, ticket: Ticket, fed: Fed | None) -> list[tuple[str, object]]:
        """What the archive notes beside an answer."""
        if ticket.kind != PAGE:
            return [("lycosa-kind", ticket.kind)]
        fields: list[tuple[str, object]] = [("hopsFromSeed", ticket.depth), ("lycosa-priority", f"{ticket.priority:g}")]
        if ticket.via:
            fields.append(("via", self.crawl.url_of(ticket.via)))
        if fed:
            fields += [("lycosa-score", f"{fed.score:.6f}"), ("lycosa-judge", self.crawl.reader.guide)]
        return fields

    def _checkpoint(self) -> None:
        out = [(number, ticket.key) for number, ticket in self.tickets.items() if ticket.kind == PAGE]
        folder, catalogue = self.collection.folder / CHECKPOINTS, self.collection.catalogue
        self.saved = catalogue.seq
        checkpoints.save(folder, catalogue, self.now, snapshot(self.crawl), out)


def _waiting_again(collection: Collection) -> deque[tuple[int, journal.Spot]]:
    """The pages whose links the judge in force has not ranked, best first."""
    return deque((unsigned(key), journal.Spot(*spot)) for key, *spot in collection.catalogue.unranked())


def _caught(fed: Fed, page: Page, answer: Exchange | Failure, spot: journal.Spot) -> Caught:
    """The page as the catalogue lists it."""
    return Caught(
        key=fed.key,
        url=fed.url,
        via=fed.via,
        depth=fed.depth,
        status=answer.status if isinstance(answer, Exchange) else 0,
        warc=spot.warc,
        off=spot.offset,
        len=spot.length,
        sha256=page.digest,
        simhash=page.simhash,
        lang=page.language,
        title=page.title,
        margin=fed.margin,
        score=fed.score,
        noindex="noindex" in page.robots,
    )
