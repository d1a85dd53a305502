"""The tree frontier: links in the leaves of a regression tree that is grown on what came of links like them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.experience import Experience
from lycosa.strategies.growing import Ledger
from lycosa.strategies.keywords import Keywords
from lycosa.strategies.records import Offers, Rows
from lycosa.strategies.regression_tree import Tree, grown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Ending, Fetched, Heads, Hunt, State, Values

FEATURES = 9
START = (
    np.array([0, -1, -1]),
    np.array([0.5, 0.0, 0.0]),
    np.array([1, 0, 0]),
    np.array([2, 0, 0]),
    np.array([0, 0, 1]),
)


class TreeFrontier(Strategy):
    """The best leaf that has links next, and any of its links, each as likely.

    A link is told by nine numbers: whether its page is relevant, how near the last relevant page is, what share of the
    path is relevant; whether a keyword of the topic stands in its URL, in its anchor, a phrase in its anchor; the
    guide's score of anchor or URL; what share of its host is relevant, and whether the host is unknown. Every `every`
    fetches a tree is grown on the last `remembered`: each was worth its score and half the mean score of the pages
    fetched from its links. A leaf is worth the mean of its fetches and explore/sqrt(their number). At first there are
    two leaves, links of relevant pages and the others.

    >>> TreeFrontier(leaves=16)
    tree_frontier(leaves=16)
    """

    word = "tree_frontier"
    family = "learning"
    paper = "Kontogiannis, Kelesis, Pollatos, Giannopoulos and Paliouras 2021, TRES, without its neural net"
    uses = ("page", "anchor", "url", "anchor#stems", "url#stems")
    trail = (f"x:{FEATURES}f2", "apart:u1", "good:u2")
    lanes = "own"
    grows = "pages"
    kept: tuple[str, ...] = ("due",)
    least: ClassVar = {"leaves": 2, "depth": 1, "fewest": 1, "every": 1, "remembered": 10, "explore": 0}

    def __init__(
        self,
        every: int = 50,
        leaves: int = 32,
        depth: int = 18,
        fewest: int = 5,
        explore: float = 0.5,
        remembered: int = 2000,
    ) -> None:
        self.every = every
        self.leaves = leaves
        self.depth = depth
        self.fewest = fewest
        self.explore = explore
        self.remembered = remembered

    def begin(self, hunt: Hunt) -> None:
        """Two leaves, and nothing learned."""
        super().begin(hunt)
        self.keywords = Keywords(hunt.topic)
        self.tree = Tree(*START)
        self.past = Experience(self.remembered, FEATURES)
        self.hosts = Ledger(pages="i4", good="i4")
        self.due = self.every

    def learn(self, end: Ending) -> None:
        """What came of a link."""
        if end.kind == "redirect" or end.ticket.again or not end.ticket.via:
            return
        self.past.note(end)
        if end.page:
            host = self.hosts.row(end.page.host)
            self.hosts["pages"][host] += 1
            self.hosts["good"][host] += end.page.score >= 0.5

    def rank(self, page: Fetched) -> Offers:
        """Each link to its leaf, anywhere in it."""
        n, trail = len(page.links), page.ticket.trail
        relevant = page.score >= 0.5
        apart = 0 if relevant else min(int(trail["apart"]) + 1, 255)
        good = min(int(trail["good"]) + relevant, 65535)
        x = np.zeros((n, FEATURES), np.float16)
        x[:, :3] = relevant, 1 / (1 + apart), min(good / (page.depth + 1), 1.0)
        anchors, scores = page.scores["anchor#stems"], page.scores
        x[:, 3] = self.keywords.words(scores["url#stems"])
        x[:, 4], x[:, 5] = self.keywords.words(anchors), self.keywords.phrases(anchors)
        x[:, 6] = np.maximum(scores["anchor"], scores["url"])
        x[:, 7:] = self._shares(page.links.hosts)
        return Offers(self.hunt.rng.random(n), self.tree.lanes(x), {"x": x, "apart": apart, "good": good})

    def _shares(self, hosts: NDArray[np.uint64]) -> Values:
        """What share of each host's pages is relevant, and whether none is known."""
        rows = np.fromiter((self.hosts.find(host) for host in hosts.tolist()), np.int64, len(hosts))
        if not len(self.hosts):
            return np.tile([0.0, 1.0], (len(hosts), 1))
        pages, good = self.hosts["pages"][rows], self.hosts["good"][rows]
        return np.column_stack([np.where(rows >= 0, good / np.maximum(pages, 1), 0.0), rows < 0])

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The sighting in the better leaf counts; the draw stays."""
        wins = new.lane > old.lane
        trail = np.where(wins, new.trail, old.trail)
        return Rows(old.priority, np.maximum(old.lane, new.lane), old.times + new.times, trail, old.keys)

    def rescore(self, rows: Rows) -> Rows:
        """Into the leaves of the new tree."""
        rows.lane = self.tree.lanes(rows.trail["x"])
        return rows

    def choose(self, heads: Heads) -> int:
        """The leaves are numbered by what they are worth."""
        return len(heads.lane) - 1

    def study(self) -> State | None:
        """All that is remembered."""
        if self.past.known < self.due:
            return None
        self.due = self.past.known + self.every
        sizes = {"leaves": self.leaves, "depth": self.depth, "least": self.fewest, "explore": self.explore}
        return {"x": self.past.samples[: len(self.past)], "y": self.past.worth(), **sizes}

    @staticmethod
    def work(data: State) -> State:
        """The tree."""
        sizes = {name: value for name, value in data.items() if name not in ("x", "y")}
        return grown(data["x"].astype(np.float64), data["y"], **sizes)._asdict()

    def studied(self, result: State) -> None:
        """It counts from now on."""
        self.tree = Tree(**result)
        self.epoch += 1

    def state(self) -> State:
        """What it keeps, by name."""
        own = {"tree": self.tree._asdict(), "hosts": self.hosts.state(), "past": self.past.state()}
        return {**super().state(), **own}

    def restore(self, state: State) -> None:
        """Back to that."""
        rest = dict(state)
        self.hosts.restore(rest.pop("hosts"))
        self.past.restore(rest.pop("past"))
        self.tree = Tree(**rest.pop("tree"))
        super().restore(rest)
