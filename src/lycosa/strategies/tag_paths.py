"""Paths of tags put into clusters, host by host: where on a page a link stands."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.lexicon import word_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.strategies.records import State

WIDTH = 1 << 12  # places of a pair of tags
KEPT = 20_000  # paths whose clusters are remembered


class Cluster:
    """A centroid: the sum of the vectors of the paths that were put here."""

    __slots__ = ("host", "length", "sums")

    def __init__(self, host: int) -> None:
        self.host = host
        self.sums: dict[int, float] = {}
        self.length = 0.0

    def add(self, vector: dict[int, float]) -> None:
        """One path more."""
        for place, value in vector.items():
            self.sums[place] = self.sums.get(place, 0.0) + value
        self.length = math.sqrt(math.fsum(value * value for value in self.sums.values()))

    def alike(self, vector: dict[int, float]) -> float:
        """The cosine with a vector of length 1."""
        return math.fsum(self.sums.get(place, 0.0) * value for place, value in vector.items()) / self.length


class TagPaths:
    """Each path goes to the nearest cluster of its host or, where none is `alike` enough, begins one.

    Once there are `most` clusters it goes to the nearest of its host, or else of all.
    """

    def __init__(self, alike: float, most: int) -> None:
        self.alike = alike
        self.most = most
        self.all: list[Cluster] = []
        self.by_host: dict[int, list[int]] = {}
        self.known: dict[tuple[int, int], int] = {}  # host and path to cluster

    def __len__(self) -> int:
        return len(self.all)

    def clusters(self, host: int, paths: Sequence[str]) -> NDArray[np.int64]:
        """The cluster of each path."""
        found = {path: self._cluster(host, path) for path in dict.fromkeys(paths)}
        return np.fromiter(map(found.__getitem__, paths), np.int64, len(paths))

    def _cluster(self, host: int, path: str) -> int:
        name = (host, word_hash(path))
        cluster = self.known.get(name)
        if cluster is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            cluster = self.known[name] = self._put(host, vector_of(path))
        return cluster

    def _put(self, host: int, vector: dict[int, float]) -> int:
        own = self.by_host.setdefault(host, [])
        full = len(self.all) >= self.most
        near = [(self.all[number].alike(vector), -number) for number in own or (range(len(self.all)) if full else ())]
        cosine, place = max(near, default=(-1.0, 0))
        if not full and cosine < self.alike - 1e-12:
            own.append(len(self.all))
            self.all.append(Cluster(host))
            place = -own[-1]
        self.all[-place].add(vector)
        return -place

    def state(self) -> State:
        """Clusters with their sums, and the paths that are remembered."""
        flat = [(number, *part) for number, one in enumerate(self.all) for part in one.sums.items()]
        return {
            "hosts": np.array([one.host for one in self.all], np.uint64),
            "places": np.array([part[:2] for part in flat], np.int64).reshape(-1, 2),
            "sums": np.array([part[2] for part in flat], np.float64),
            "known": np.array([(*name, number) for name, number in self.known.items()], np.uint64).reshape(-1, 3),
        }

    def restore(self, state: State) -> None:
        """Back to that."""
        self.all = [Cluster(host) for host in state["hosts"].tolist()]
        self.by_host = {}
        for number, one in enumerate(self.all):
            self.by_host.setdefault(one.host, []).append(number)
        for (number, place), value in zip(state["places"].tolist(), state["sums"].tolist(), strict=True):
            self.all[number].sums[place] = value
        for one in self.all:
            one.add({})
        self.known = {(host, path): number for host, path, number in state["known"].tolist()}


def vector_of(path: str) -> dict[int, float]:
    """Its pairs of neighbouring tags, hashed, as a vector of length 1."""
    tags = ["", *path.split("/"), ""]
    pairs = Counter(word_hash(f"{one}/{other}") % WIDTH for one, other in pairwise(tags))
    length = math.sqrt(sum(times * times for times in pairs.values()))
    return {place: times / length for place, times in pairs.items()}
