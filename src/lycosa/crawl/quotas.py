"""How much one host, or one site, may give: their budgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.lanes import SPENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lycosa.crawl.frontier import Frontier
    from lycosa.crawl.hosts import Hosts
    from lycosa.strategies.records import State


class Quotas:
    """Pages per host and per registrable domain, tickets on their way included; 0 is no limit.

    A host whose quota is spoken for is held; when its pages have come, what waits on it leaves the frontier.
    """

    def __init__(self, frontier: Frontier, hosts: Hosts, per_host: int = 0, per_site: int = 0) -> None:
        self.frontier = frontier
        self.hosts = hosts
        self.per_host = per_host
        self.per_site = per_site
        self.given: dict[int, int] = {}  # host: tickets out and pages fed
        self.fed: dict[int, int] = {}  # host: pages fed
        self.on = bool(per_host or per_site)

    def meet(self, hosts: Iterable[int]) -> None:
        """Hosts met just now; those of a site whose quota is spoken for are held like their mates."""
        if self.per_site:
            for host in hosts:
                if self._full(host, self.given):
                    self.frontier.lanes.hold(host, SPENT)

    def leave(self, host: int) -> None:
        """A ticket of the host goes out."""
        if self.on:
            self.given[host] = self.given.get(host, 0) + 1
            for full in self._full(host, self.given):
                self.frontier.lanes.hold(full, SPENT)

    def back(self, host: int) -> None:
        """A ticket of the host ended without a page."""
        if self.on:
            full = self._full(host, self.given)
            self.given[host] -= 1
            for other in full:
                if other not in self._full(other, self.given):
                    self.frontier.lanes.release(other, SPENT)

    def page(self, host: int) -> list[tuple[int, int]]:
        """A page of the host came. The hosts that are spent now, and how many URLs left the frontier with each."""
        if not self.on:
            return []
        self.fed[host] = self.fed.get(host, 0) + 1
        return [(full, self.frontier.drop_host(full)) for full in self._full(host, self.fed)]

    def spent(self, host: int) -> str:
        """The rule by which nothing more of this host is wanted, or nothing."""
        if not self.on or host not in self._full(host, self.fed):
            return ""
        return "host_pages" if self.per_host and self.fed.get(host, 0) >= self.per_host else "site_pages"

    def _full(self, host: int, counts: dict[int, int]) -> list[int]:
        if self.per_site:
            mates = self.hosts.mates(host)
            if sum(counts.get(mate, 0) for mate in mates) >= self.per_site:
                return mates
        return [host] if self.per_host and counts.get(host, 0) >= self.per_host else []

    def state(self) -> State:
        """Both counts."""
        pairs = (
            (name, np.array(sorted(getattr(self, name).items()), np.int64).reshape(-1, 2)) for name in ("given", "fed")
        )
        return dict(pairs)

    def restore(self, state: State) -> None:
        """Back to those."""
        self.given, self.fed = dict(state["given"].tolist()), dict(state["fed"].tolist())
