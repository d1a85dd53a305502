"""The links among the pages of a stored web: who leads where, and how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.lab.columns import mapped
from lycosa.lab.records import OUTSIDE
from lycosa.pages.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from lycosa.lab.store import Store
    from lycosa.pages.records import Positions

DAMPING, ROUNDS, CLOSE = 0.85, 100, 1e-10
LEAST = 20  # pages of a topic whose locality says something


class Graph(NamedTuple):
    """Distinct links from page to another page, by where they begin and then by where they end; nofollow left out."""

    size: int
    sources: Positions
    targets: Positions

    @property
    def reversed(self) -> Graph:
        """Every link the other way round."""
        order = np.lexsort((self.sources, self.targets))
        return Graph(self.size, self.targets[order], self.sources[order])

    def neighbours(self, places: Positions) -> Positions:
        """Where these pages lead, with repeats."""
        begins = np.searchsorted(self.sources, places)
        lengths = np.searchsorted(self.sources, places, side="right") - begins
        bounds = np.cumsum(lengths) - lengths
        flat = np.repeat(begins - bounds, lengths) + np.arange(int(lengths.sum()))
        found: Positions = self.targets[flat]
        return found

    def levels(self, places: Collection[int], most: int = 1 << 30) -> Positions:
        """Links from the nearest of these pages, -1 where none leads, or only more than so many."""
        level = np.full(self.size, OUTSIDE, np.int64)
        edge = np.unique(np.asarray(places, np.int64))
        depth = 0
        while len(edge) and depth <= most:
            level[edge] = depth
            depth += 1
            reached = np.unique(self.neighbours(edge))
            edge = reached[level[reached] < 0]
        return level

    def in_degree(self) -> Positions:
        """How many pages lead to each."""
        return np.bincount(self.targets, minlength=self.size)

    def page_rank(self) -> NDArray[np.float64]:
        """Brin and Page 1998: where a surfer is who follows links, and at times begins anew anywhere."""
        out = np.bincount(self.sources, minlength=self.size)
        rank = np.full(self.size, 1.0 / max(1, self.size))
        for _ in range(ROUNDS):
            given = np.divide(rank, out, where=out > 0, out=np.zeros(self.size))
            lost = rank[out == 0].sum()
            flows = np.bincount(self.targets, given[self.sources], self.size)
            newer: NDArray[np.float64] = (1 - DAMPING + DAMPING * lost) / self.size + DAMPING * flows
            if np.abs(newer - rank).sum() < CLOSE:
                return newer
            rank = newer
        return rank


def graph_of(store: Store) -> Graph:
    """The links of a web, redirects followed."""
    places = targets_of(store)
    sources = np.repeat(np.arange(len(store)), np.diff(store.link_bounds))
    counts = (places >= 0) & (places != sources) & ~store.links["nofollow"]
    pairs = np.unique(sources[counts] * len(store) + places[counts])
    return Graph(len(store), pairs // max(1, len(store)), pairs % max(1, len(store)))


def targets_of(store: Store) -> Positions:
    """For each link the page it leads to, -1 where that is outside."""
    keys = mapped(store.folder / "url_keys.npy")
    known = store.answers["key"]
    order = np.argsort(known, kind="stable")
    at = np.minimum(np.searchsorted(known, keys, sorter=order), len(known) - 1)
    answers = order[at]
    places = np.where(known[answers] == keys, store.arrived[answers], OUTSIDE)
    found: Positions = places[store.links["url"]]
    return found


def hosts_of(store: Store) -> NDArray[np.int32]:
    """A number for the host of each page, in order of first sight."""
    numbers: dict[str, int] = {}
    hosts = (host_of(store.url_of(place)) for place in range(len(store)))
    return np.fromiter((numbers.setdefault(host, len(numbers)) for host in hosts), np.int32, len(store))


def locality(store: Store, graph: Graph) -> float:
    """Of the links that leave a page of a topic for another page, the share that stay in it: the mean over topics.

    Topics of at least 20 pages without topics below them count; NaN where there is none.
    """
    shares = []
    for topic, places in store.labels.items():
        if len(places) < LEAST or any(other.startswith(topic + ".") for other in store.labels):
            continue
        inside = np.zeros(len(store), np.bool_)
        inside[places] = True
        led = graph.neighbours(np.sort(places))
        if len(led):
            shares.append(float(inside[led].mean()))
    return float(np.mean(shares)) if shares else float("nan")
