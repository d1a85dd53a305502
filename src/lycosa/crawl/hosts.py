"""The hosts a crawl has met: a small number for each, and the site it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.hosts import host_key, host_of, site_of

if TYPE_CHECKING:
    from lycosa.strategies.records import State


class Hosts(dict[int, int]):
    """Host key to number, in order of first sight."""

    def __init__(self) -> None:
        super().__init__()
        self.list_: list[int] = []
        self.sites: list[int] = []  # the registrable domain of each, by key
        self.by_site: dict[int, list[int]] = {}

    def meet(self, key: int, url: str) -> int:
        """The number of the URL's host, new where it was not known."""
        number = self.get(key)
        if number is None:
            number = self[key] = len(self.list_)
            self.list_.append(key)
            site = host_key(site_of(host_of(url)))
            self.sites.append(site)
            self.by_site.setdefault(site, []).append(number)
        return number

    def mates(self, host: int) -> list[int]:
        """All hosts of its site, itself too."""
        return self.by_site[self.sites[host]]

    def state(self) -> State:
        """All of them, in order."""
        return {"keys": np.array(self.list_, np.uint64), "sites": np.array(self.sites, np.uint64)}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.list_, self.sites = state["keys"].tolist(), state["sites"].tolist()
        self.clear()
        self.update(zip(self.list_, range(len(self.list_)), strict=True))
        self.by_site = {}
        for number, site in enumerate(self.sites):
            self.by_site.setdefault(site, []).append(number)
