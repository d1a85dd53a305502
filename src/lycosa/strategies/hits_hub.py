"""The distiller: what the best hubs link to comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.graph import Graph, due, numbered, summed
from lycosa.strategies.growing import looked_up
from lycosa.strategies.merging import merge
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Hunt, State


class HitsHub(Strategy):
    """Best-first, and the links of the best hubs are raised: hubs are pages that lead to relevant pages elsewhere.

    An authority is as good as the hubs that link to it, each weighed by its own score, and a hub as the authorities it
    links to, by theirs; links within a host do not count, nor those to pages not fetched. Worked out every `every`
    pages (or a tenth of the crawl, where that is more). What the best `top` of the hubs link to is worth
    .5 + .5 * the hub's percentile, where that is more than its page's score.

    >>> HitsHub(top=0.1)
    hits_hub(top=0.1)
    """

    word = "hits_hub"
    family = "both"
    paper = "Chakrabarti, van den Berg and Dom 1999, the distiller; Kleinberg 1999"
    trail = ("page:f8",)
    grows = "links"
    kept: tuple[str, ...] = ("keys", "values", "last")
    least: ClassVar = {"top": 0, "every": 1, "rounds": 1}

    def __init__(self, top: float = 0.05, every: int = 256, rounds: int = 20) -> None:
        self.top = top
        self.every = every
        self.rounds = rounds

    def begin(self, hunt: Hunt) -> None:
        """No page, no link."""
        super().begin(hunt)
        self.graph = Graph()
        self.keys, self.values = np.zeros(0, np.uint64), np.zeros(0)
        self.last = 0

    def rank(self, page: Fetched) -> Offers:
        """The page's score, or what hubs make of the link."""
        self.graph.add(page)
        hubs = looked_up(self.keys, self.values, page.links.keys, 0.0)
        return Offers(np.maximum(page.score, hubs), trail={"page": page.score})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The better page's score is kept beside what hubs make of it."""
        rows = merge("max", old, new)
        rows.trail["page"] = np.maximum(old.trail["page"], new.trail["page"])
        return rows

    def rescore(self, rows: Rows) -> Rows:
        """By the newest hubs."""
        rows.priority = np.maximum(rows.trail["page"], looked_up(self.keys, self.values, rows.keys, 0.0))
        return rows

    def study(self) -> State | None:
        """The graph, when it has grown enough."""
        if not due(len(self.graph), self.last, self.every):
            return None
        self.last = len(self.graph)
        return {**self.graph.data(), "top": self.top, "rounds": self.rounds}

    @staticmethod
    def work(data: State) -> State:
        """Targets of the best hubs with what they are worth."""
        edges = numbered(data)
        scores = np.zeros(edges.size)
        scores[edges.pages] = data["scores"]
        counts = data["abroad"] & np.isin(edges.targets, edges.pages)
        sources, targets = edges.sources[counts], edges.targets[counts]
        hubs = np.ones(edges.size)
        for _ in range(data["rounds"]):
            authorities = summed(targets, hubs[sources] * scores[sources], edges.size)
            hubs = summed(sources, authorities[targets] * scores[targets], edges.size)
            hubs /= max(float(hubs.sum()), np.finfo(float).tiny)
        own = hubs[edges.pages]
        place = np.searchsorted(np.sort(own), own, side="right") / max(len(own), 1)  # the share of hubs not better
        worth = np.zeros(edges.size)
        worth[edges.pages] = np.where((place > 1.0 - data["top"]) & (own > 0), 0.5 + 0.5 * place, 0.0)
        raised = np.zeros(edges.size)
        np.maximum.at(raised, edges.targets, worth[edges.sources])
        return {"keys": edges.keys[raised > 0], "values": raised[raised > 0]}

    def studied(self, result: State) -> None:
        """It holds from now on."""
        self.keys, self.values = result["keys"], result["values"]
        self.epoch += 1

    def state(self) -> State:
        """With the graph."""
        return {**super().state(), "graph": self.graph.state()}

    def restore(self, state: State) -> None:
        """Back to that."""
        self.graph.restore(state["graph"])
        super().restore({name: value for name, value in state.items() if name != "graph"})
