"""What a page that came changes: it is judged, the strategy learns and ranks, its links are offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.known import BARRED
from lycosa.crawl.offers import Batch
from lycosa.crawl.standing import sort_out
from lycosa.strategies.records import Ending, Fetched, LinkRows, Ticket

if TYPE_CHECKING:
    from lycosa.crawl.frontier import Frontier
    from lycosa.crawl.gate import Gate
    from lycosa.crawl.reading import Reading
    from lycosa.crawl.standing import Standing
    from lycosa.crawl.table import Places
    from lycosa.crawl.targets import Targets
    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Moves, Offers


class Harvest:
    """Between the strategy and the frontier."""

    def __init__(self, strategy: Strategy, frontier: Frontier, gate: Gate) -> None:
        self.strategy = strategy
        self.frontier = frontier
        self.gate = gate

    def ranked(self, ticket: Ticket, number: int, reading: Reading) -> int:
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
        self.move(moves)
        self.move(offers.more)
        return new

    def reranked(self, key: int, end: int, host: int, reading: Reading) -> None:
        """Rank the waiting links of a page that was fed before; nothing is learned twice, and nothing new comes in."""
        targets = reading.targets
        marks = self.frontier.known.look(targets.keylist)
        standing = sort_out([BARRED if mark is None else mark for mark in marks])
        page = Fetched(
            key=key,
            number=end,
            depth=int(self.frontier.known.records["depth"][end]),
            host=host,
            score=reading.score,
            margin=reading.margin,
            ticket=self._spent(key, host),
            links=LinkRows(targets.keys, targets.hosts, targets.times, *self.frontier.seen(targets.keylist, standing)),
            scores=reading.scores,
        )
        hosts = self.gate.meet(targets.hostlist, targets.urls)
        self._offer(page, targets, hosts, standing, self.strategy.rank(page))

    def _spent(self, key: int, host: int) -> Ticket:
        """The ticket of a page fed before, of which no more is known: what is ranked by its priority stays as it is."""
        trail = np.zeros(1, self.frontier.table.trail.dtype)
        return Ticket(0, key, "", host, np.nan, 0, trail[0], trail[:0], 0, 0)

    def learned(self, end: Ending) -> None:
        """A ticket that brought no page: the strategy is told."""
        self.move(self.strategy.learn(end))

    def move(self, moves: Moves | None) -> None:
        """What the strategy wants moved."""
        if moves is not None and len(moves.keys):
            self.frontier.move(moves)

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

    def offer(self, keys: list[int], urls: list[str], lane: int, source: Ticket | None = None) -> None:
        """Offer URLs that no page's ranking brought: seeds, and redirects' targets, which take after their source."""
        n = len(keys)
        trail = np.zeros(n, self.frontier.table.trail.dtype)
        if source:
            trail[:] = source.trail
        self.frontier.offer(
            Batch(
                keys=np.array(keys, np.uint64),
                standing=sort_out(self.frontier.known.look(keys)),
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
