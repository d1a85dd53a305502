"""A crawl against a web that answers at once, on a virtual clock: the same inputs, the same crawl, byte for byte."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from lycosa.engines.answers import ending

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Stopped
    from lycosa.engines.answers import Answering
    from lycosa.strategies.records import Ticket

LATENCY = 0.5  # seconds of crawl time an answer takes


def replay(
    crawl: Crawl,
    answers: Answering,
    in_flight: int = 1,
    latency: float = LATENCY,
    fed: Callable[[Ticket], None] | None = None,
) -> Stopped:
    """Run the crawl to its end, with so many tickets out at once; why it ended. `fed` hears of each that came back."""
    now, issued = 0.0, 0
    out: list[tuple[float, int, Ticket]] = []
    while True:
        for ticket in crawl.take(now, in_flight - len(out)):
            issued += 1
            heappush(out, (now + latency, issued, ticket))
        if out:
            now, _, ticket = heappop(out)
            answer, page = answers.get(ticket.url)
            crawl.feed(ending(ticket, answer, page), now)
            if fed:
                fed(ticket)
        elif crawl.stopped:
            return crawl.stopped
        else:
            now = crawl.calendar.next_wake()
