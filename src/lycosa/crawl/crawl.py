"""The pure core: what to fetch next, and what a fetched page changes.

Everything here is a function of what it is told: no network, no disk, no clock, no dice but the generator it is given.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from lycosa.crawl import stops
from lycosa.crawl.aliases import Aliases
from lycosa.crawl.calendar import Calendar
from lycosa.crawl.endings import Came, Ended, Failed, Moved, Refused
from lycosa.crawl.errands import Errands
from lycosa.crawl.events import Barred, Dropped, Duplicated, Event, Fed, Lost, Redirected, Stopped, Unreached, Unruled
from lycosa.crawl.frontier import Frontier
from lycosa.crawl.gate import Gate
from lycosa.crawl.harvest import Harvest
from lycosa.crawl.hosts import Hosts
from lycosa.crawl.known import Known
from lycosa.crawl.lanes import SEEDS
from lycosa.crawl.permits import FINE, NOBODY, WAITS, Permits
from lycosa.crawl.quotas import Quotas
from lycosa.crawl.robots import Robots
from lycosa.crawl.seen import Seen
from lycosa.crawl.soft_404 import Soft404
from lycosa.crawl.studies import Studies
from lycosa.crawl.table import OUT
from lycosa.crawl.tally import Tally
from lycosa.crawl.texts import MemoryTexts
from lycosa.strategies.records import PAGE, ROBOTS, Ending, Hunt, Ticket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lycosa.crawl.aliases import Named
    from lycosa.crawl.reading import Reader, Reading
    from lycosa.crawl.scope import Scope
    from lycosa.crawl.settings import Settings
    from lycosa.crawl.shelves import Shelf
    from lycosa.crawl.texts import Texts
    from lycosa.judges.base import Judge
    from lycosa.pages.records import Page
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
        self.calendar = Calendar(self.frontier, settings)
        self.quotas = Quotas(self.frontier, self.hosts, settings.host_pages, settings.site_pages)
        self.tally = Tally(settings.dry_window)
        self.seen = Seen(settings.duplicates)
        self.studies = Studies(strategy)
        self.gate = Gate(scope, self.frontier, self.hosts, self.quotas, self.tally, self._tell)
        self.harvest = Harvest(strategy, self.frontier, self.gate)
        self.robots = Robots()
        self.errands = Errands(strategy.trail_record())
        meet, lanes = self.gate.meet_urls, self.frontier.lanes
        self.permits = Permits(
            self.robots, self.errands, self.calendar, lanes, meet, on=settings.robots, retries=settings.retries
        )
        self.soft_404 = Soft404(self.errands, reader.canon, self.permits.allows, on=settings.soft_404)
        self.aliases = Aliases(self.frontier, reader.canon, on=settings.aliases)
        self.tries: dict[int, int] = {}  # of URLs that failed and may be had yet
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
            self.harvest.offer(list(urls), list(urls.values()), lane=SEEDS)

    def url_of(self, key: int) -> str:
        """The URL of a page that was fetched; nothing for others."""
        ends = self.frontier.about(key).ends
        return self.frontier.waiting.texts.get(int(self.known.records["text"][ends[0]])) if ends else ""

    def order(self, settings: Settings) -> None:
        """Go on under other budgets."""
        budgets = {name: getattr(settings, name) for name in stops.BUDGETS}
        self.settings = replace(self.settings, **budgets)
        self.stopped = None

    def put_in_force(self, guide: Judge) -> None:
        """Another guide judges from here on; what it makes of links replaces what the one before made of them."""
        self.reader.guide_by(guide)
        self.strategy.epoch += 1

    def rerank(self, key: int, page: Page) -> None:
        """A page that was fed before: its waiting links are ranked again, by the judge in force now."""
        for end in self.frontier.about(key).ends:
            reading = self.reader.read(page)
            self.known.scores[end] = reading.score
            self.harvest.reranked(key, end, self.hosts.list_[int(self.known.records["host"][end])], reading)

    # tickets out

    def take(self, now: float, n: int = 1, floor: float = -np.inf) -> list[Ticket]:
        """Up to n tickets: the best URLs whose hosts may be visited now. None at all, and `stopped` may say why."""
        self.calendar.wake(now)
        tickets: list[Ticket] = []
        while len(tickets) < n and not self._over(now):
            ticket = self._errand(now) or self._page(now, floor)
            if ticket is None:
                break
            tickets.append(ticket)
        if not tickets and not self.stopped and not self.tally.out and not self.errands.out:
            sleep = (
                self.calendar.next_wake() - now if n and floor == -np.inf else 0.0
            )  # else it is not for want of hosts
            self._stop(stops.idle(self.settings, self.tally, len(self.frontier), sleep))
        return tickets

    def _over(self, now: float) -> bool:
        """Whether no ticket may go out; tickets on their way count as pages, so that no budget is overrun."""
        if self.stopped:
            return True
        if over := stops.spent(self.settings, self.tally, now):
            self._stop(over)
            return True
        return bool(self.settings.pages) and self.tally.pages + self.tally.out >= self.settings.pages

    def _stop(self, stopped: Stopped | None) -> None:
        if stopped:
            self.stopped = stopped
            self._tell(stopped)

    def _errand(self, now: float) -> Ticket | None:
        """The next errand whose host is awake."""
        number = self.errands.next(self.calendar.awake) if self.errands.waiting else 0
        if not number:
            return None
        self.calendar.leave(self.errands.out[number].host, now)
        return self.errands.ticket(number, self.hosts.list_)

    def _page(self, now: float, floor: float) -> Ticket | None:
        """The best page that may be fetched. Where rules are lacking, leave to ask for them."""
        while (row := self.frontier.best(floor)) is not None:
            permit = self.permits.ask(partial(self.frontier.url, row), int(self.frontier.table.host[row]), now)
            if permit == FINE:
                return self._ticket(row, now)
            if permit == WAITS:
                self.frontier.put_back(row)
                if ticket := self._errand(now):
                    return ticket
            elif permit == NOBODY:
                self._unreached(row)
            else:
                self._forbidden(row)
        return None

    def _ticket(self, row: int, now: float) -> Ticket:
        self.frontier.leave(row)
        host = int(self.frontier.table.host[row])
        self.tally.fetches += 1
        self.tally.issued += 1
        self.tally.out += 1
        self.calendar.leave(host, now)
        if not self.frontier.table.again[row]:
            self.quotas.leave(host)
        return self.frontier.ticket(row, self.tally.issued, self.hosts.list_[host])

    def _withdrawn(self, row: int) -> tuple[Ticket, int, int]:
        """A ticket that never goes out, its host and where its URL's text lies."""
        self.frontier.leave(row)
        host = int(self.frontier.table.host[row])
        ticket = self.frontier.ticket(row, 0, self.hosts.list_[host])
        return ticket, host, self.frontier.back(ticket.key)

    def _forbidden(self, row: int) -> None:
        """By robots.txt, which is known only now."""
        ticket, host, text = self._withdrawn(row)
        if ticket.again:
            self.known.end(ticket.key, np.nan, (text, host, ticket.depth))
        else:
            self.known.bar(ticket.key)
        self._refused(ticket, ROBOTS)

    def _unreached(self, row: int) -> None:
        """Nobody was there to be asked for robots.txt: a failure, though no fetch."""
        ticket, host, text = self._withdrawn(row)
        reason = self.permits.why(ticket.url)
        self.known.end(ticket.key, np.nan, (text, host, ticket.depth))
        self.tries.pop(ticket.key, None)
        self.tally.failures += 1
        self.tally.count(reason)
        self.harvest.learned(Ending("failure", ticket, reason=reason))
        self._tell(Unreached(ticket.url, reason, ticket.key, ticket.via))

    def _refused(self, ticket: Ticket, rule: str) -> None:
        self.tally.refusals += 1
        self.tally.count(rule)
        self.harvest.learned(Ending("refusal", ticket, reason=rule))
        self._tell(Barred(ticket.url, rule))

    def lose(self, now: float) -> None:
        """What was out will never come: it waits again where it stood, and its fetches are given back."""
        table = self.frontier.table
        rows = table.rows(OUT)
        for row in rows[np.argsort(table.arrival[rows])].tolist():
            host = int(table.host[row])
            if not table.again[row]:
                self.quotas.back(host)
            self.frontier.put_back(row)
            self.tally.out -= 1
            self.tally.fetches -= 1
            self.calendar.back(host, now)
        for errand in self.errands.lose():
            self.calendar.back(errand.host, now)

    # endings in

    def feed(self, ended: Ended, now: float) -> None:
        """A ticket has ended."""
        ticket, host = ended.ticket, self.hosts[ended.ticket.host]
        hopeless = self._manners(ended, host, now)
        if ticket.kind != PAGE:
            self._ran(ended, now)
            self.calendar.back(host, now)
            return
        self.tally.out -= 1
        if not (isinstance(ended, Failed) and self._tried(ended, host, hopeless=hopeless)):
            self._ended(ended, host, self.frontier.back(ticket.key))
        if hopeless:
            self._tell(Dropped(ticket.host, self.frontier.drop_host(host), "host_failures"))
        self.calendar.back(host, now)
        self.studies.step()
        self.frontier.waiting.sweep()

    def _manners(self, ended: Ended, host: int, now: float) -> bool:
        """What the ending says of the host; whether it is to be given up."""
        settings = self.settings
        if not (isinstance(ended, Failed) and ended.may_pass):
            self.calendar.answered(host, ended.trip)
            return False
        if not (settings.retries or settings.host_failures):
            return False
        failures = self.calendar.fails(host, ended.trip, now, busy=ended.busy)
        return bool(settings.host_failures) and failures >= settings.host_failures

    def _ran(self, ended: Ended, now: float) -> None:
        """An errand has ended."""
        errand = self.errands.back(ended.ticket.number)
        if errand.kind != ROBOTS:
            self.soft_404.told(ended, errand)
            return
        self.permits.told(ended, errand, now)
        if isinstance(ended, Failed):
            self.tally.count(ended.reason)
            self._tell(Unruled(errand.url, ended.reason))

    def _tried(self, ended: Failed, host: int, *, hopeless: bool) -> bool:
        """Whether the failure may pass and another try is left: then the URL waits again."""
        key = ended.ticket.key
        tries = self.tries.pop(key, 0)
        if hopeless or not ended.may_pass or tries >= self.settings.retries:
            return False
        self.tries[key] = tries + 1
        self.tally.size += ended.size
        self.tally.retries += 1
        self.frontier.put_back(self.frontier.row_of(key))
        if not ended.ticket.again:
            self.quotas.back(host)
        self._tell(Lost(ended.ticket.url, ended.reason, again=True))
        return True

    def _ended(self, ended: Ended, host: int, text: int) -> None:
        ticket = ended.ticket
        if isinstance(ended, Came):
            self._came(ended, host, text)
        elif isinstance(ended, Failed):
            self.tally.size += ended.size
            self._failed(ticket, ended.reason, host, text)
        elif isinstance(ended, Refused):
            self._nothing(ticket, host, text)
            self._refused(ticket, ended.rule)
        elif isinstance(ended, Moved):
            self._moved(ended, host, text)

    def _nothing(self, ticket: Ticket, host: int, text: int, *, over: bool = True) -> None:
        """No page: the host's quota is given back."""
        self.tries.pop(ticket.key, None)
        if over:
            self.known.end(ticket.key, np.nan, (text, host, ticket.depth))
        else:
            self.known.forget(ticket.key)
        if not ticket.again:
            self.quotas.back(host)

    def _failed(self, ticket: Ticket, reason: str, host: int, text: int) -> None:
        self.tally.failures += 1
        self.tally.count(reason)
        self._nothing(ticket, host, text)
        self.harvest.learned(Ending("failure", ticket, reason=reason))
        self._tell(Lost(ticket.url, reason))

    def _moved(self, ended: Moved, host: int, text: int) -> None:
        ticket = ended.ticket
        key = self.reader.canon.key(ended.to)
        if ticket.hops >= MAX_HOPS:
            self._failed(ticket, "redirects", host, text)
            return
        if self.soft_404.leads_there(key):
            self._failed(ticket, "soft_404", host, text)
            return
        other = key != ticket.key or ended.to == ticket.url or ticket.again  # else the page has another address
        self.tally.redirects += 1
        self._nothing(ticket, host, text, over=other)
        self.harvest.learned(Ending("redirect", ticket, reason=ended.to))
        self._tell(Redirected(ticket.url, ended.to))
        if self.gate.lets_in(key, ended.to):
            seed = not (ticket.depth or ticket.via or ticket.again)
            self.harvest.offer([key], [ended.to], SEEDS if seed else ticket.lane, ticket)

    def _came(self, ended: Came, host: int, text: int) -> None:
        ticket, page = ended.ticket, ended.page
        self.tally.size += ended.size
        if not ticket.again:
            if self.soft_404.is_one(host, ticket.url, page):
                self._failed(ticket, "soft_404", host, text)
                return
            if twin := self.seen.find(ticket.key, page):
                self._doubles(ticket, twin.key, twin.kind, host, text)
                return
        name = self.aliases.of(ticket, page)
        if name.caught:
            self._doubles(ticket, name.key, "alias", host, text)
            return
        self._fed(ticket, name, page, host, text)

    def _doubles(self, ticket: Ticket, original: int, kind: str, host: int, text: int) -> None:
        self.tally.duplicates += 1
        self._nothing(ticket, host, text)
        self.harvest.learned(Ending("duplicate", ticket, reason=kind))
        self._tell(Duplicated(ticket.url, original, kind == "near"))

    def _fed(self, ticket: Ticket, name: Named, page: Page, host: int, text: int) -> None:
        reading = self.reader.read(page)
        self.tries.pop(ticket.key, None)
        self.known.end(ticket.key, reading.score, (text, host, ticket.depth))
        if name.key != ticket.key:
            (place,) = self.frontier.waiting.texts.append([name.url]).tolist()
            self.known.end(name.key, reading.score, (place, host, ticket.depth))
        number = self.tally.pages
        self.tally.page(reading.score, again=ticket.again)
        new = self.harvest.ranked(ticket, number, reading)
        if self.listeners:
            self._tell(_event(ticket, name, page, reading, number, new))
        for full, urls in () if ticket.again else self.quotas.page(host):
            self._tell(Dropped(self.hosts.list_[full], urls, self.quotas.spent(full)))

    def _tell(self, event: Event) -> None:
        for listener in self.listeners:
            listener(event)


def _event(ticket: Ticket, name: Named, page: Page, reading: Reading, number: int, new: int) -> Fed:
    return Fed(
        number=number,
        key=name.key,
        url=name.url,
        score=reading.score,
        depth=ticket.depth,
        links=len(reading.targets.keys),
        new=new,
        language=page.language,
        again=ticket.again,
        margin=reading.margin,
        via=ticket.via,
    )
