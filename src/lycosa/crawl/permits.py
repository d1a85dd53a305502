"""Whether a URL may be fetched now, as far as its origin's robots.txt and its host's address say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.crawl.calendar import BACK_OFF
from lycosa.crawl.endings import Failed, Moved, Ruled
from lycosa.crawl.errands import Errand
from lycosa.crawl.lanes import UNRULED
from lycosa.crawl.robots import DEAD, HOPS, LATER, PATIENCE, READY, robots_url
from lycosa.pages.hosts import host_key
from lycosa.strategies.records import ROBOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.crawl.calendar import Calendar
    from lycosa.crawl.endings import Ended
    from lycosa.crawl.errands import Errands
    from lycosa.crawl.lanes import Lanes
    from lycosa.crawl.robots import Robots
    from lycosa.crawl.table import Places

FINE, WAITS, FORBIDDEN, NOBODY = range(4)
UNREACHED = ("address", "dns", "refused", "unreachable", "timeout_connect", "tls")  # failures without a request


class Permits:
    """Asks for rules where there are none, and holds a host's pages until they have come."""

    def __init__(
        self,
        robots: Robots,
        errands: Errands,
        calendar: Calendar,
        lanes: Lanes,
        meet: Callable[[Sequence[str]], Places],
        *,
        on: bool,
        retries: int = 0,
    ) -> None:
        self.retries = retries
        self.robots = robots
        self.errands = errands
        self.calendar = calendar
        self.lanes = lanes
        self.meet = meet
        self.on = on

    def ask(self, url_of: Callable[[], str], host: int, now: float) -> int:
        """Whether the URL is fine, forbidden, waits, or nobody is there to ask."""
        if self.on:
            url = url_of()
            origin = host_key(_origin(url))
            standing = self.robots.standing(origin, now)
            if standing == DEAD:
                return NOBODY
            if standing != READY:
                self._wait(url, host, origin, standing)
                return WAITS
            if not self.robots.allows(origin, url):
                return FORBIDDEN
        return FINE if self.calendar.fits(host) else WAITS

    def allows(self, url: str) -> bool:
        """Whether the rules of an origin that has given pages let us fetch this too."""
        return not self.on or self.robots.allows(host_key(_origin(url)), url)

    def _wait(self, url: str, host: int, origin: int, standing: int) -> None:
        if standing == LATER:
            self.calendar.sleep(host, self.robots.rules[origin].until)
            return
        self.lanes.hold(host, UNRULED)
        self.errands.add(Errand(ROBOTS, robots_url(url), host, host, origin))

    def told(self, ended: Ended, errand: Errand, now: float) -> None:
        """A robots.txt was asked for."""
        if isinstance(ended, Moved) and errand.hops < HOPS:
            host = int(self.meet([ended.to])[0])
            self.errands.add(errand._replace(url=ended.to, host=host, hops=errand.hops + 1))
            return
        if isinstance(ended, Ruled):
            self._ruled(errand, ended.text, now)
        elif isinstance(ended, Failed):
            self._silent(errand, ended, now)
        else:  # redirects without end, or to nowhere: as if there were none
            self._ruled(errand, "", now)
        if not self._asked(errand.asker):
            self.lanes.release(errand.asker, UNRULED)

    def _silent(self, errand: Errand, ended: Failed, now: float) -> None:
        """No answer that counts. Where nobody answers at all, few tries are enough."""
        away = ended.reason in UNREACHED and not errand.hops
        if away and not (ended.may_pass and self.robots.tries(errand.origin) < self.retries):
            self.robots.nobody(errand.origin, now, ended.reason)
            return
        patience = BACK_OFF if away else PATIENCE
        self.calendar.sleep(errand.asker, self.robots.silent(errand.origin, now, ended.trip.wait, patience))

    def why(self, url: str) -> str:
        """Why nobody is there."""
        return self.robots.rules[host_key(_origin(url))].dead

    def _ruled(self, errand: Errand, text: str, now: float) -> None:
        self.robots.told(errand.origin, text, now)
        if delay := self.robots.delay(errand.origin):
            self.calendar.manner(errand.asker).delay = delay
            self.calendar.sleep(errand.asker, now + self.calendar.gap_of(errand.asker))  # another host may have told

    def _asked(self, host: int) -> bool:
        """Whether the host waits for the rules of another of its origins."""
        others = (*self.errands.waiting, *self.errands.out.values())
        return any(errand.kind == ROBOTS and errand.asker == host for errand in others)


def _origin(url: str) -> str:
    return url[: url.find("/", len("https://"))]
