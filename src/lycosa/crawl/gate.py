"""Which URLs come in: hosts are met, and what a rule forbids is turned away, each time with the rule's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.events import Barred
from lycosa.crawl.known import BARRED
from lycosa.crawl.standing import sort_out
from lycosa.pages.hosts import host_key, host_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.crawl.events import Event
    from lycosa.crawl.frontier import Frontier
    from lycosa.crawl.hosts import Hosts
    from lycosa.crawl.quotas import Quotas
    from lycosa.crawl.scope import Scope
    from lycosa.crawl.standing import Standing
    from lycosa.crawl.table import Places
    from lycosa.crawl.tally import Tally
    from lycosa.crawl.targets import Targets
    from lycosa.strategies.records import Ticket


class Gate:
    """Stands before the frontier; `tell` hears of every URL turned away."""

    def __init__(
        self,
        scope: Scope,
        frontier: Frontier,
        hosts: Hosts,
        quotas: Quotas,
        tally: Tally,
        tell: Callable[[Event], None],
    ) -> None:
        self.scope = scope
        self.frontier = frontier
        self.known = frontier.known
        self.hosts = hosts
        self.quotas = quotas
        self.tally = tally
        self.tell = tell
        self.depth = scope.settings.depth

    def meet(self, keys: Sequence[int], urls: Sequence[str]) -> Places:
        """The numbers of these URLs' hosts, given by key."""
        numbers = list(map(self.hosts.get, keys))
        if None in numbers:
            before, meet = len(self.hosts), self.hosts.meet
            numbers = [meet(key, url) for key, url in zip(keys, urls, strict=True)]
            self.frontier.meet(len(self.hosts))
            self.quotas.meet(range(before, len(self.hosts)))
        return np.array(numbers, np.int64)

    def meet_urls(self, urls: Sequence[str]) -> Places:
        """The same, from the URLs alone."""
        return self.meet([host_key(host_of(url)) for url in urls], urls)

    def lets_in(self, key: int, url: str) -> bool:
        """Whether a redirect's target may be offered; a new one that a rule forbids is barred."""
        if self.known.look([key])[0] is None:
            return self._fine(key, url, int(self.meet_urls([url])[0]))
        return True

    def standing(self, ticket: Ticket, targets: Targets, hosts: Places) -> Standing:
        """What is known of each target of a page; new ones that a rule forbids are barred."""
        for url in targets.left:
            self._turned_away(url, "link_text")
        marks = self.known.look(targets.keylist)
        deep = self.depth and ticket.depth >= self.depth
        if not (deep or self.quotas.on or self.scope.concerns(targets.urls)):
            return sort_out(marks)
        for place, mark in enumerate(marks):
            if mark is None:
                key, url = targets.keylist[place], targets.urls[place]
                if deep:  # another way there may be shorter: not barred for good
                    marks[place] = BARRED
                    self._turned_away(url, "depth")
                elif not self._fine(key, url, int(hosts[place])):
                    marks[place] = BARRED
        return sort_out(marks)

    def _fine(self, key: int, url: str, host: int) -> bool:
        rule = self.scope.refusal(url) or self.quotas.spent(host)
        if rule:
            self.known.bar(key)
            self.tally.refusals += 1
            self._turned_away(url, rule)
        return not rule

    def _turned_away(self, url: str, rule: str) -> None:
        self.tally.count(rule)
        self.tell(Barred(url, rule))
