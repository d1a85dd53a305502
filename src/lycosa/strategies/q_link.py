"""Q-link: what a link brings at once and what it opens, learned by replaying what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.features import WIDTH, packed, summed, sums
from lycosa.strategies.records import BARRED, FETCHED, Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Fetched, Heads, Hunt, Rows, Ticket, Values

ANCHOR, URL = 8, 8  # words kept of each
BIAS = WIDTH + 1  # its place; that of the page's score is before it
MOST = 3000  # experiences, the newest
NEXT = 4  # links of a page that may be its best
SAMPLES = 300  # replayed at each page
EVERY = 100  # pages until the target is copied and all that waits is scored anew


class QLink(Strategy):
    """Q-learning: a link's value is 1 if its page is relevant, and `gamma` times what the best link there is worth.

    The value is a sum over the words of anchor and URL and, with `page`, the score of the page it stands on, which at
    first is all. At each page 300 experiences are replayed: a link, whether its page was relevant, the page's best
    links. Double learning: of those the value now chooses, and a copy of it 100 pages old says what it is worth. So
    many steps of `rate` as samples have a word are taken at once, each sample's fault shared among its words. The host
    is drawn by the softmax of its best link, or evenly for a share `epsilon` of the time. A failure brings nothing.

    >>> QLink(gamma=0).lanes
    'host'
    """

    word = "q_link"
    family = "learning"
    paper = "Rennie and McCallum 1999; the crawler deep-deep, 2017"
    uses = ("page", "anchor#", "url#")
    trail = (f"words:{ANCHOR + URL}u2", "page:f4")
    lanes = "host"
    grows = "features"
    kept = ("weights", "target", "links", "pages", "nexts", "lived", "fed")
    least: ClassVar = {"gamma": 0, "rate": 0, "temperature": 0, "epsilon": 0}

    def __init__(
        self,
        gamma: float = 0.4,
        rate: float = 0.02,
        temperature: float = 0.1,
        epsilon: float = 0.05,
        page: bool = True,
    ) -> None:
        self.gamma = gamma
        self.rate = rate
        self.temperature = temperature
        self.epsilon = epsilon
        self.page = page

    def begin(self, hunt: Hunt) -> None:
        """Nothing has happened."""
        super().begin(hunt)
        self.weights = np.zeros(WIDTH + 2)
        self.weights[WIDTH] = float(self.page)
        self.target = self.weights.copy()
        self.links = np.zeros((MOST, ANCHOR + URL), np.uint16)
        self.pages = np.zeros((MOST, 2), np.float32)  # the scores of the page before and of the page itself
        self.nexts = np.zeros((MOST, NEXT, ANCHOR + URL), np.uint16)
        self.lived, self.fed = 0, 0

    def rank(self, page: Fetched) -> Offers:
        """Live and learn, then value the links."""
        words = np.hstack([packed(page.scores["anchor#"], ANCHOR), packed(page.scores["url#"], URL, "url")])
        score = np.full(len(words), page.score, np.float32)
        free = np.flatnonzero((page.links.status != FETCHED) & (page.links.status != BARRED))
        values = self.value(self.weights, words[free], score[free])
        self.live(page.ticket, page.score, words[free[np.argsort(-values, kind="stable")[:NEXT]]])
        self.fed += 1
        if self.fed % EVERY == 0:
            self.target = self.weights.copy()
            self.epoch += 1
        return Offers(self.value(self.weights, words, score), trail={"words": words, "page": score})

    def learn(self, end: Ending) -> None:
        """A failure brings nothing; pages are learned from as they are ranked."""
        if end.kind == "failure":
            self.live(end.ticket, 0.0, np.zeros((0, ANCHOR + URL), np.uint16))

    @staticmethod
    def value(weights: Values, words: Any, page: Any) -> Values:
        """What links on pages of such scores are worth."""
        values: Values = sums(weights, words) + weights[WIDTH] * page + weights[BIAS]
        return values

    def live(self, ticket: Ticket, score: float, nexts: Any) -> None:
        """One experience more, and a replay."""
        if ticket.times:
            place = self.lived % MOST
            self.links[place], self.pages[place] = ticket.trail["words"], (ticket.trail["page"], score)
            self.nexts[place] = 0
            self.nexts[place, : len(nexts)] = nexts
            self.lived += 1
        if self.lived:
            self._replay(self.hunt.rng.integers(0, min(self.lived, MOST), SAMPLES))

    def _replay(self, drawn: Any) -> None:
        links, nexts, (before, after) = self.links[drawn], self.nexts[drawn], self.pages[drawn].astype(np.float64).T
        there = nexts.any(axis=-1)
        worth = np.where(there, self.value(self.weights, nexts, after[:, None]), -np.inf)
        best = nexts[np.arange(len(drawn)), np.argmax(worth, axis=1)]
        ahead = np.where(there.any(axis=1), self.value(self.target, best, after), 0.0)
        faults = (after >= 0.5) + self.gamma * ahead - self.value(self.weights, links, before)
        self._step(links, before * self.page, faults)

    def _step(self, links: Any, before: Values, faults: Values) -> None:
        """Each sample's fault shared among what it has, each weight moved by the mean of its shares."""
        size, (rows, turns) = len(faults), np.nonzero(links)
        places = np.concatenate([links[rows, turns].astype(np.int64), np.full(size, WIDTH), np.full(size, BIAS)])
        had = np.concatenate([np.ones(len(rows)), before, np.ones(size)])
        rows = np.concatenate([rows, np.arange(size), np.arange(size)])
        used, compact = np.unique(places, return_inverse=True)
        times = np.maximum(summed(compact, had, len(used)), 1e-9)
        shares = had * (faults / summed(rows, had, size))[rows]
        self.weights[used] += (1.0 - (1.0 - self.rate) ** times) * summed(compact, shares, len(used)) / times

    def rescore(self, rows: Rows) -> Rows:
        """By what is known now."""
        rows.priority = self.value(self.weights, rows.trail["words"], rows.trail["page"])
        return rows

    def choose(self, heads: Heads) -> int:
        """A host by the softmax of its best link."""
        draw, chance = self.hunt.rng.random(2)
        if chance < self.epsilon:
            return int(draw * len(heads.best))
        if not self.temperature:
            return int(np.argmax(heads.best))
        odds = np.cumsum(np.exp((heads.best - heads.best.max()) / self.temperature))
        return int(np.searchsorted(odds, draw * odds[-1], side="right"))
