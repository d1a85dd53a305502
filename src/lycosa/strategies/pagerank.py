"""PageRank of waiting URLs, in the graph of what was fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.graph import Graph, due, numbered, summed
from lycosa.strategies.growing import looked_up
from lycosa.strategies.records import NEW, Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.graph import Edges
    from lycosa.strategies.records import Fetched, Hunt, State, Values


class Pagerank(Strategy):
    """A URL is worth what a surfer's visits would be, who follows links and begins anew with the chance 1 - damping.

    In the graph of all pages fetched and all they link to, every `every` pages (or a tenth of the crawl, where that
    is more) in `rounds` rounds. Values are multiples of an equal share. What is found in between is worth the least
    value and the damped share of its page; each further link adds such a share.

    >>> Pagerank(every=100).grows
    'links'
    """

    word = "pagerank"
    family = "link structure"
    paper = "Brin and Page 1998; Cho, Garcia-Molina and Page 1998; Uluhan 2006 chapter II"
    uses: tuple[str, ...] = ()
    merge = "sum"
    grows = "links"
    kept: tuple[str, ...] = ("base", "keys", "values", "last")
    least: ClassVar = {"damping": 0, "every": 1, "rounds": 1}

    def __init__(self, damping: float = 0.85, every: int = 256, rounds: int = 20) -> None:
        self.damping = damping
        self.every = every
        self.rounds = rounds

    def begin(self, hunt: Hunt) -> None:
        """No page, no link."""
        super().begin(hunt)
        self.graph = Graph()
        self.base = 1.0 - self.damping  # what a page nobody links to is worth
        self.keys, self.values = np.zeros(0, np.uint64), np.zeros(0)
        self.last = 0

    def rank(self, page: Fetched) -> Offers:
        """The page's damped share."""
        self.graph.add(page)
        own = page.ticket.priority if page.depth else self.base
        share = self.damping * self.passed(page, own) / max(len(page.links), 1)
        return Offers(np.where(page.links.status == NEW, self.floor + share, share))

    def passed(self, page: Fetched, own: float) -> float:
        """How much of the page's own worth it passes on."""
        return own

    @property
    def floor(self) -> float:
        """What a URL is worth before any link counts."""
        return self.base

    def rescore(self, rows: Rows) -> Rows:
        """What the last study said; of URLs it did not know, what they have."""
        found = looked_up(self.keys, self.values, rows.keys, np.nan)
        rows.priority = np.where(np.isnan(found), rows.priority, found)
        return rows

    def study(self) -> State | None:
        """The graph, when it has grown enough."""
        if not due(len(self.graph), self.last, self.every):
            return None
        self.last = len(self.graph)
        return {**self.graph.data(), "damping": self.damping, "rounds": self.rounds, "seeds": self.hunt.seeds}

    @classmethod
    def flow(cls, data: State, edges: Edges) -> tuple[Values, Values]:
        """What each link takes of its source, and where the surfer begins anew."""
        return np.repeat(1.0 / np.maximum(data["counts"], 1), data["counts"]), np.full(edges.size, 1.0 / edges.size)

    @classmethod
    def work(cls, data: State) -> State:
        """Visits after so many rounds; who is at a page that leads nowhere begins anew."""
        edges = numbered(data)
        share, anew = cls.flow(data, edges)
        visits = anew
        for _ in range(data["rounds"]):
            visits = data["damping"] * summed(edges.targets, visits[edges.sources] * share, edges.size)
            left = 1.0 - float(visits.sum())
            visits += left * anew
        scale = 1.0 / float(anew.max())
        return {"keys": edges.keys, "values": visits * scale, "base": left}

    def studied(self, result: State) -> None:
        """It holds from now on."""
        self.keys, self.values, self.base = result["keys"], result["values"], result["base"]
        self.epoch += 1

    def state(self) -> State:
        """With the graph."""
        return {**super().state(), "graph": self.graph.state()}

    def restore(self, state: State) -> None:
        """Back to that."""
        self.graph.restore(state["graph"])
        super().restore({name: value for name, value in state.items() if name != "graph"})
