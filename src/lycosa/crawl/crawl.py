"""The pure core: what to fetch next, and what a fetched page changes.

Everything here is a function of what it is told: no network, no disk, no clock, no dice but the generator it is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.crawl import stops
from lycosa.crawl.calendar import Calendar
from lycosa.crawl.endings import Came, Ended, Failed, Moved, Refused
from lycosa.crawl.events import Barred, Dropped, Duplicated, Event, Fed, Lost, Redirected, Stopped
from lycosa.crawl.frontier import Frontier
from lycosa.crawl.gate import Gate
from lycosa.crawl.hosts import Hosts
from lycosa.crawl.known import Known
from lycosa.crawl.lanes import SEEDS
from lycosa.crawl.offers import Batch
from lycosa.crawl.quotas import Quotas
from lycosa.crawl.seen import Seen
from lycosa.crawl.standing import sort_out
from lycosa.crawl.studies import Studies
from lycosa.crawl.tally import Tally
from lycosa.crawl.texts import MemoryTexts
from lycosa.strategies.records import Ending, Fetched, Hunt, LinkRows, Moves, Offers, Ticket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lycosa.crawl.reading import Reader, Reading, Targets
    from lycosa.crawl.scope import Scope
    from lycosa.crawl.settings import Settings
    from lycosa.crawl.shelves import Shelf
    from lycosa.crawl.standing import Standing
    from lycosa.crawl.table import Places
    from lycosa.crawl.texts import Texts
    from lycosa.strategies.base import Strategy
    from lycosa.topics.topic import Topic

MAX_HOPS = 10  # redirects in a chain


class Crawl:
    """One hunt: `take` gives tickets, `feed` takes their endings."""

    def __init__(
        self,
        topic: Topic,
        strategy: Strategy,
        reader: Reader,
        scope: Scope,
        settings: Settings,
        *,
        given: Mapping[str, Any] | None = None,
        texts: Texts | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.strategy = strategy
        self.reader = reader
        self.scope = scope
        self.settings = settings
        self.known = Known()
        self.hosts = Hosts()
        self.frontier = Frontier(
            strategy,
            texts or MemoryTexts(),
            self.known,
            cap=settings.cap,
            spacing=settings.spacing,
            limit=settings.memory,
            shelf=shelf,
        )
        self.calendar = Calendar(self.frontier, settings.gap, settings.connections)
        self.quotas = Quotas(self.frontier, self.hosts, settings.host_pages, settings.site_pages)
        self.tally = Tally(settings.dry_window)
        self.seen = Seen(settings.duplicates)
        self.studies = Studies(strategy)
        self.gate = Gate(scope, self.frontier, self.hosts, self.quotas, self.tally, self._tell)
        self.rng = np.random.Generator(np.random.PCG64(settings.number))
        self.hunt = Hunt(topic, self.rng, settings.pages or settings.fetches, judges=reader.judges, given=given or {})
        self.stopped: Stopped | None = None
        self.listeners: list[Callable[[Event], None]] = []

    def begin(self, seeds: Iterable[str]) -> None:
        """Offer the seeds; they come before everything else, in their order."""
        urls: dict[int, str] = {}
        for url in seeds:
            urls.setdefault(self.reader.canon.key(url), url)
        self.hunt.seeds = np.array(list(urls), np.uint64)
        self.strategy.begin(self.hunt)
        if urls:
            self._offer_urls(list(urls), list(urls.values()), lane=SEEDS)

    def _offer_urls(self, keys: list[int], urls: list[str], lane: int, source: Ticket | None = None) -> None:
        """Offer URLs that no page's ranking brought: seeds, and redirects' targets, which take after their source."""
        n = len(keys)
        trail = np.zeros(n, self.frontier.table.trail.dtype)
        if source:
            trail[:] = source.trail
        self.frontier.offer(
            Batch(
                keys=np.array(keys, np.uint64),
                standing=sort_out(self.known.look(keys)),
                urls=urls,
                hosts=self.gate.meet_urls(urls),
                priority=np.full(n, source.priority if source else 0.0),
                lane=np.full(n, lane),
                times=np.full(n, source.times if source else 0),
                trail=trail,
                depth=source.depth if source else 0,
                via=source.via if source else 0,
                hops=source.hops + 1 if source else 0,
                sightings=source.sightings if source else None,
            )
        )

    # tickets out

    def take(self, now: float, n: int = 1, floor: float = -np.inf) -> list[Ticket]:
        """Up to n tickets: the best URLs whose hosts may be visited now. None at all, and `stopped` may say why."""
        self.calendar.wake(now)
        tickets: list[Ticket] = []
        while len(tickets) < n and not self._over(now):
            row = self.frontier.pop(floor)
            if row is None:
                break
            tickets.append(self._ticket(row, now))
        if not tickets and not self.stopped and not self.tally.out and not len(self.frontier):
            self._stop(stops.dead_end(self.tally))
        return tickets

    def _over(self, now: float) -> bool:
        """Whether no ticket may go out; tickets on their way count as pages, so that no budget is overrun."""
        if self.stopped:
            return True
        if over := stops.spent(self.settings, self.tally, now):
            self._stop(over)
            return True
        return bool(self.settings.pages) and self.tally.pages + self.tally.out >= self.settings.pages

    def _stop(self, stopped: Stopped) -> None:
        self.stopped = stopped
        self._tell(stopped)

    def _ticket(self, row: int, now: float) -> Ticket:
        host = int(self.frontier.table.host[row])
        self.tally.fetches += 1
        self.tally.out += 1
        self.calendar.leave(host, now)
        if not self.frontier.table.again[row]:
            self.quotas.leave(host)
        return self.frontier.ticket(row, self.tally.fetches, self.hosts.list_[host])

    # endings in

    def feed(self, ended: Ended, now: float) -> None:
        """A ticket has ended."""
        ticket, host = ended.ticket, self.hosts[ended.ticket.host]
        self.tally.out -= 1
        text = self.frontier.leave(ticket.key)
        if isinstance(ended, Came):
            self._came(ended, host, text)
        elif isinstance(ended, Failed):
            self.tally.size += ended.size
            self._failed(ticket, ended.reason, host, text)
        elif isinstance(ended, Refused):
            self.tally.refusals += 1
            self.tally.count(ended.rule)
            self._nothing(Ending("refusal", ticket, reason=ended.rule), host, text)
            self._tell(Barred(ticket.url, ended.rule))
        else:
            self._moved(ended, host, text)
        self.calendar.back(host, now)
        self.studies.step()
        self.frontier.waiting.sweep()

    def _nothing(self, end: Ending, host: int, text: int, *, over: bool = True) -> None:
        """No page: the host's quota is given back, the strategy told."""
        if over:
            self.known.end(end.ticket.key, np.nan, (text, host, end.ticket.depth))
        else:
            self.known.forget(end.ticket.key)
        if not end.ticket.again:
            self.quotas.back(host)
        self._apply(self.strategy.learn(end))

    def _failed(self, ticket: Ticket, reason: str, host: int, text: int) -> None:
        self.tally.failures += 1
        self.tally.count(reason)
        self._nothing(Ending("failure", ticket, reason=reason), host, text)
        self._tell(Lost(ticket.url, reason))

    def _moved(self, ended: Moved, host: int, text: int) -> None:
        ticket = ended.ticket
        if ticket.hops >= MAX_HOPS:
            self._failed(ticket, "redirects", host, text)
            return
        key = self.reader.canon.key(ended.to)
        other = key != ticket.key or ended.to == ticket.url or ticket.again  # else the page has another address
        self.tally.redirects += 1
        self._nothing(Ending("redirect", ticket, reason=ended.to), host, text, over=other)
        self._tell(Redirected(ticket.url, ended.to))
        if self.gate.lets_in(key, ended.to):
            seed = not (ticket.depth or ticket.via or ticket.again)
            self._offer_urls([key], [ended.to], SEEDS if seed else ticket.lane, ticket)

    def _came(self, ended: Came, host: int, text: int) -> None:
        ticket, page = ended.ticket, ended.page
        self.tally.size += ended.size
        twin = None if ticket.again else self.seen.find(ticket.key, page)
        if twin is not None:
            self.tally.duplicates += 1
            self._nothing(Ending("duplicate", ticket, reason=twin.kind), host, text)
            self._tell(Duplicated(ticket.url, twin.key, twin.kind == "near"))
            return
        reading = self.reader.read(page)
        self.known.end(ticket.key, reading.score, (text, host, ticket.depth))
        number = self.tally.pages
        self.tally.page(reading.score, again=ticket.again)
        new = self._ranked(ticket, number, reading)
        if self.listeners:
            links = len(reading.targets.keys)
            fed = (
                number,
                ticket.key,
                ticket.url,
                reading.score,
                ticket.depth,
                links,
                new,
                page.language,
                ticket.again,
            )
            self._tell(Fed(*fed))
        for full, urls in () if ticket.again else self.quotas.page(host):
            self._tell(Dropped(self.hosts.list_[full], urls, self.quotas.spent(full)))

    def _ranked(self, ticket: Ticket, number: int, reading: Reading) -> int:
        """Let the strategy learn and rank; how many of the page's links are new."""
        targets = reading.targets
        hosts = self.gate.meet(targets.hostlist, targets.urls)
        standing = self.gate.standing(ticket, targets, hosts)
        page = Fetched(
            key=ticket.key,
            number=number,
            depth=ticket.depth,
            host=ticket.host,
            score=reading.score,
            margin=reading.margin,
            ticket=ticket,
            links=LinkRows(targets.keys, targets.hosts, targets.times, *self.frontier.seen(targets.keylist, standing)),
            scores=reading.scores,
        )
        moves = self.strategy.learn(Ending("page", ticket, page))
        offers = self.strategy.rank(page)
        new = self._offer(page, targets, hosts, standing, offers)
        self._apply(moves)
        self._apply(offers.more)
        return new

    def _offer(self, page: Fetched, targets: Targets, hosts: Places, standing: Standing, offers: Offers) -> int:
        n = standing.size
        if not n:
            return 0
        trail = np.zeros(n, self.frontier.table.trail.dtype)
        for name, column in offers.trail.items():
            trail[name] = column
        return self.frontier.offer(
            Batch(
                keys=targets.keys,
                standing=standing,
                urls=targets.urls,
                hosts=hosts,
                priority=np.asarray(offers.priority, np.float64),
                lane=np.full(n, offers.lane, np.int64),
                times=targets.times,
                trail=trail,
                depth=page.depth + 1,
                via=page.key,
            )
        )

    def _apply(self, moves: Moves | None) -> None:
        if moves is not None and len(moves.keys):
            self.frontier.move(moves)

    def _tell(self, event: Event) -> None:
        for listener in self.listeners:
            listener(event)
