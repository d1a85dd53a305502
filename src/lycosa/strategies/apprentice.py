"""Apprentice: what stood around a link, leaf by leaf, tells where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.pages.lexicon import word_hash
from lycosa.strategies.base import Strategy
from lycosa.strategies.features import WIDTH, filled, places, sums, wary_odds
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Fetched, Hunt, Rows, Tokens, Values

CUE = "leaves(5)#"
FARTHEST = 5
PAIRS = 32  # of a word and its distance, kept of each link: the nearest
SALTS = np.array([word_hash(f"leaf {far}") for far in range(-FARTHEST, FARTHEST + 1)], np.uint32)


class Apprentice(Strategy):
    """Naive Bayes over words and their distance from the link, in leaves of the tree, taught by what was fetched.

    The critic is the guide, which is never taught; a link was good where its page scores 0.5 or more. Until `after`
    links are labelled this is best-first, then links go by the odds that the apprentice sees, and every `every` pages
    it thinks all over again. Of the pairs of a word and a distance (up to five leaves before or after) the 32 nearest
    travel with each link: 64 bytes a URL.

    >>> Apprentice(after=200)
    apprentice(after=200)
    """

    word = "apprentice"
    family = "learning"
    paper = "Chakrabarti, Punera and Subramanyam 2002 sections 2 and 3"
    uses = ("page", CUE)
    trail = (f"pairs:{PAIRS}u2",)
    grows = "features"
    kept = ("good", "bad", "odds", "prior", "labels", "fed", "taught")
    least: ClassVar = {"after": 1, "every": 1}

    def __init__(self, after: int = 500, every: int = 250) -> None:
        self.after = after
        self.every = every

    def begin(self, hunt: Hunt) -> None:
        """Nothing is known."""
        super().begin(hunt)
        self.good, self.bad = np.zeros(WIDTH, np.float32), np.zeros(WIDTH, np.float32)
        self.odds, self.prior = np.zeros(WIDTH), 0.0
        self.labels, self.fed, self.taught = np.zeros(2, np.int64), 0, False

    def rank(self, page: Fetched) -> Offers:
        """By the apprentice or, while it learns, the page."""
        pairs = around(page.scores[CUE])
        priority = self.worth(pairs) if self.taught else np.full(len(pairs), page.score)
        return Offers(priority, trail={"pairs": pairs})

    def worth(self, pairs: Any) -> Values:
        """The odds that it leads to a relevant page, as a score that never quite reaches 1."""
        odds = self.prior + sums(self.odds, pairs)
        scores: Values = 0.5 + 0.5 * odds / (1.0 + np.abs(odds))
        return scores

    def learn(self, end: Ending) -> None:
        """A link led to a page: count its pairs."""
        if end.page is None:
            return
        self.fed += 1
        if end.ticket.times:
            good = end.page.score >= 0.5
            pairs = end.ticket.trail["pairs"]
            np.add.at(self.good if good else self.bad, pairs[pairs > 0], 1.0)
            self.labels[int(good)] += 1
        if self.labels.sum() >= self.after and (not self.taught or self.fed % self.every == 0):
            self._think()

    def _think(self) -> None:
        self.odds = wary_odds(self.good.astype(np.float64), self.bad.astype(np.float64))
        self.prior = float(np.log((self.labels[1] + 1.0) / (self.labels[0] + 1.0)))
        self.taught = True
        self.epoch += 1

    def rescore(self, rows: Rows) -> Rows:
        """By what is known now."""
        rows.priority = self.worth(rows.trail["pairs"])
        return rows


def around(words: Tokens) -> Any:
    """The nearest pairs of each link, of equals the first."""
    offsets = np.clip(words.offsets if words.offsets is not None else 0, -FARTHEST, FARTHEST).astype(np.int64)
    rows = words.rows
    near = np.argsort(rows * (FARTHEST + 1) + np.abs(offsets), kind="stable")
    found = places(words.ids ^ SALTS[offsets + FARTHEST])
    return filled(rows[near], found[near], (len(words), PAIRS))
