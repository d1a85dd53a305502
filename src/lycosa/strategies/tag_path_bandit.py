"""A bandit over the places on pages where links stand: menus, lists, texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.pages.names import Name
from lycosa.strategies import find
from lycosa.strategies.growing import Ledger
from lycosa.strategies.made_of import MadeOf
from lycosa.strategies.tag_paths import TagPaths

if TYPE_CHECKING:
    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Ending, Fetched, Heads, Hunt, Moves, Offers, State

BASE = Name("window_combo")
SEEDS = 0  # the arm of what no link led to


class TagPathBandit(MadeOf):
    """Links that stand in like places of a host's pages are an arm; the arm with the best upper bound is next.

    Paths of tags are alike when the cosine of their pairs of neighbouring tags is `alike` at least. A fetch is worth 1
    where the page is relevant (a score of `relevant` at least), and half the share of relevant pages among those
    fetched from its links, as they become known. An arm is worth Q + alpha * sqrt(ln t/n) after t fetches, n - 1 of
    them its own and one more, of the crawl's mean worth, assumed; Q is the mean. `base` says which link of an arm
    comes first. No more than `most` arms are made; then each path takes the nearest.

    >>> TagPathBandit(alpha=0.5)
    tag_path_bandit(alpha=0.5)
    """

    word = "tag_path_bandit"
    family = "learning"
    paper = "Gauquier, Manolescu and Senellart 2026, SB-CLASSIFIER"
    lanes = "own"
    grows = "pages"
    parts: ClassVar = ("base",)
    least: ClassVar = {"alpha": 0, "alike": 0, "most": 1}

    def __init__(
        self,
        base: Strategy | Name = BASE,
        alpha: float = 0.1,
        alike: float = 0.75,
        most: int = 1000,
        relevant: float = 0.5,
    ) -> None:
        self.base = find(base)
        self.alpha = alpha
        self.alike = alike
        self.most = most
        self.relevant = relevant
        self.join()
        self.uses = (*self.uses, "tag_path")

    def begin(self, hunt: Hunt) -> None:
        """No arm but that of the seeds."""
        super().begin(hunt)
        self.paths = TagPaths(self.alike, self.most)
        self.fetches = np.zeros(self.most + 1, np.int64)
        self.worth = np.zeros(self.most + 1)
        self.pages = Ledger(arm="i4", children="i4", sum="f8")

    def learn(self, end: Ending) -> Moves | None:
        """The arm is credited, and that of the page which led here with half of what the mean of its children gains."""
        if end.kind != "redirect" and not end.ticket.again:
            score = float(bool(end.page and end.page.score >= self.relevant))
            self.fetches[end.ticket.lane] += 1
            self.worth[end.ticket.lane] += score
            parent = self.pages.find(end.ticket.via)
            if parent >= 0:
                self._credit(parent, score)
        return super().learn(end)

    def _credit(self, parent: int, score: float) -> None:
        children, total = self.pages["children"], self.pages["sum"]
        before = total[parent] / max(children[parent], 1)
        children[parent] += 1
        total[parent] += score
        self.worth[self.pages["arm"][parent]] += 0.5 * (total[parent] / children[parent] - before)

    def rank(self, page: Fetched) -> Offers:
        """As the base, each link in the lane of its arm."""
        row = self.pages.row(page.key)
        self.pages["arm"][row] = page.ticket.lane
        offers = super().rank(page)
        offers.lane = 1 + self.paths.clusters(page.host, page.scores["tag_path"])
        return offers

    def choose(self, heads: Heads) -> int:
        """The best upper bound; of the untried the one whose best link is best."""
        fetches = max(int(self.fetches.sum()), 1)
        tried = 1 + self.fetches[heads.lane]
        bound = (self.worth[heads.lane] + self.worth.sum() / fetches) / tried + self.alpha * np.sqrt(
            np.log(fetches) / tried
        )
        return int(np.lexsort((-heads.best, -bound))[0])

    def state(self) -> State:
        """With arms, credits and clusters."""
        arms = len(self.paths) + 1
        own = {"fetches": self.fetches[:arms].copy(), "worth": self.worth[:arms].copy()}
        return {**super().state(), **own, "pages": self.pages.state(), "paths": self.paths.state()}

    def restore(self, state: State) -> None:
        """Back to that."""
        rest = dict(state)
        self.pages.restore(rest.pop("pages"))
        self.paths.restore(rest.pop("paths"))
        for name in ("fetches", "worth"):
            column = rest.pop(name)
            getattr(self, name)[: len(column)] = column
        super().restore(rest)
