"""Thompson sampling over hosts: a drawn share of relevant pages, times the best link that waits there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.pages.names import Name
from lycosa.strategies import find
from lycosa.strategies.made_of import MadeOf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Ending, Heads, Hunt, Moves, Values

BASE = Name("window_combo")
LITTLE = 1e-9  # what a link that is worth nothing counts, so that the host decides between such


class HostThompson(MadeOf):
    """The host whose draw from Beta(good, bad) times its best link is largest: sure hosts often, unsure ones at times.

    Hosts are the arms. A host's draw tells what share of its pages may be relevant after `good` that were (a score of
    `relevant` at least) and all other fetches that were not. One that nobody knows yet counts as `strength` fetches of
    the whole crawl's share. `base`, any other strategy, says what each link is worth. Sleeping hosts are passed over.

    >>> HostThompson(strength=5.0).lanes
    'host'
    """

    word = "host_thompson"
    family = "learning"
    paper = "Meusel, Mika and Blanco 2014, host bandits; Thompson 1933"
    lanes = "host"
    grows = "hosts"
    kept: tuple[str, ...] = ("counts",)
    parts: ClassVar = ("base",)
    least: ClassVar = {"strength": 0, "relevant": 0}

    def __init__(self, base: Strategy | Name = BASE, strength: float = 2.0, relevant: float = 0.5) -> None:
        self.base = find(base)
        self.strength = strength
        self.relevant = relevant
        self.join()

    def begin(self, hunt: Hunt) -> None:
        """Nothing is known of any host."""
        super().begin(hunt)
        self.counts = np.zeros((64, 2), np.int64)  # by host number: relevant pages, other fetches

    def learn(self, end: Ending) -> Moves | None:
        """One fetch more of a host: a relevant page or not. A redirect is no page yet; the base learns too."""
        if end.kind != "redirect" and not end.ticket.again:
            host = end.ticket.lane
            if host >= len(self.counts):
                self.counts = np.concatenate([self.counts, np.zeros((host, 2), np.int64)])
            self.counts[host, int(not (end.page and end.page.score >= self.relevant))] += 1
        return super().learn(end)

    def choose(self, heads: Heads) -> int:
        """The largest of what each host is worth."""
        best = np.maximum(heads.best, LITTLE)
        if (heads.best < 0).any():  # a base whose best is least below nothing
            best = np.exp(np.minimum(heads.best, 0.0)) * np.maximum(heads.best, 1.0)
        return int(np.argmax(self.values(heads) * best))

    def values(self, heads: Heads) -> Values:
        """A draw for each host."""
        good, bad = self.of(heads)
        share = self.rate * self.strength
        return self.hunt.rng.beta(good + share + LITTLE, bad + self.strength - share + LITTLE)

    def of(self, heads: Heads) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Relevant pages and other fetches of each host."""
        counts = np.zeros((len(heads.lane), 2), np.int64)
        known = heads.lane < len(self.counts)
        counts[known] = self.counts[heads.lane[known]]
        return counts[:, 0], counts[:, 1]

    @property
    def rate(self) -> float:
        """The share of relevant pages in all fetches, one of each kind assumed."""
        good, bad = self.counts.sum(axis=0).tolist()
        return float((good + 1) / (good + bad + 2))
