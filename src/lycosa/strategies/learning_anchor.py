"""Learning anchor: the page's score, and what its anchors promised on pages fetched before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.features import WIDTH, Bags, bags_of, fitted, joined, log_odds_of, packed, squashed, sums
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Ending, Fetched, Hunt, Rows, State, Values

EVERY = 256  # pages fetched between two fits
MOST = 20_000  # anchors learned from, the newest
SOFT = 1e-2  # the penalty of faults


class LearningAnchor(Strategy):
    """A link is worth what its page is worth, and for a share what a classifier of anchors makes of its anchor.

    The anchors that led to a fetched page become examples where the page's margin exceeds the `threshold` in size.
    Margins of judges differ in scale, so a margin here is the log-odds of the score, in units of the median of its
    side among the last 1,000 pages: at 1 the surer half teaches. Every 256 pages a linear SVM with a very soft margin
    is fitted; its margins are squashed in units of their spread. A link without anchor keeps the page's score alone.
    `source` says who judged the examples: the `topic`'s judge as the hunt goes, that of an earlier `crawl`, or both
    (`mix`). `url_words` adds the words of URLs.

    >>> LearningAnchor(source="crawl").needs
    ('earlier',)
    """

    word = "learning_anchor"
    family = "learning"
    paper = "García Dorado 2008 sections 6.6 and 9.2.4"
    remember = 8
    grows = "features"
    kept = ("anchors", "good", "margins", "weights", "bias", "learned", "fed", "due")
    choices: ClassVar = {"source": ("topic", "crawl", "mix")}
    least: ClassVar = {"share": 0, "threshold": 0}

    def __init__(
        self, share: float = 0.2, threshold: float = 1.0, source: str = "topic", url_words: bool = False
    ) -> None:
        self.share = share
        self.threshold = threshold
        self.source = source
        self.url_words = url_words
        self.uses = ("page", "anchor#", "url#") if url_words else ("page", "anchor#")
        self.trail = ("page:f4", "words:14u2" if url_words else "words:8u2")
        self.needs = () if source == "topic" else ("earlier",)

    def begin(self, hunt: Hunt) -> None:
        """Nothing is known, or what an earlier crawl knew."""
        super().begin(hunt)
        earlier = hunt.given["earlier"] if self.needs else {}
        width = self.trail_record()["words"].shape[0]
        self.anchors: NDArray[np.uint16] = np.zeros((0, width), np.uint16)
        self.good = np.zeros(0, np.bool_)
        self.margins = np.zeros(0, np.float32)
        self.weights, self.bias = np.zeros(WIDTH), 0.0
        self.learned, self.fed, self.due = False, 0, False
        if earlier:
            self.anchors, self.good = earlier["anchors"][:, :width], earlier["good"]
            self.studied(self.work({"anchors": self.anchors, "good": self.good}))
            self.epoch = 0

    def rank(self, page: Fetched) -> Offers:
        """Both scores, blended."""
        words = packed(page.scores["anchor#"], 8)
        if self.url_words:
            words = np.hstack([words, packed(page.scores["url#"], 6, "url")])
        score = np.full(len(words), page.score, np.float32)
        return Offers(self.worth(score, words), trail={"page": score, "words": words})

    def worth(self, score: Any, words: Any) -> Values:
        """What a link on a page of that score is worth."""
        alone: Values = score.astype(np.float64)
        if not self.learned:
            return alone
        blend = (1.0 - self.share) * alone + self.share * squashed(sums(self.weights, words) + self.bias)
        return np.where(words.any(axis=1), blend, alone)

    def learn(self, end: Ending) -> None:
        """The anchors that led to a page say what such anchors are worth."""
        if end.page is None:
            return
        self.fed += 1
        self.due |= self.source != "crawl" and self.fed % EVERY == 0
        margin = log_odds_of(end.page.score)
        self.margins = joined(self.margins, np.array([margin]), 1000)
        beside = np.abs(self.margins[(self.margins > 0) == (margin > 0)])
        if abs(margin) < self.threshold * float(np.median(beside)):
            return
        words = end.ticket.sightings["words"]
        words = words[words.any(axis=1)]
        self.anchors = joined(self.anchors, words, MOST)
        self.good = joined(self.good, np.full(len(words), margin > 0), MOST)

    def study(self) -> State | None:
        """All examples so far."""
        if not self.due:
            return None
        self.due = False
        return {"anchors": self.anchors, "good": self.good}

    @staticmethod
    def work(data: State) -> State:
        """Fit; in units of the margins' spread."""
        bags: Bags = bags_of(data["anchors"])
        model = fitted(bags, data["good"], SOFT)
        spread = float(bags.margins(model.weights).std()) if len(data["good"]) else 0.0
        if not spread:
            return {"weights": model.weights, "bias": 0.0, "learned": False}
        return {"weights": model.weights / spread, "bias": model.bias / spread, "learned": True}

    def studied(self, result: State) -> None:
        """All waiting links are scored anew."""
        for name, value in result.items():
            setattr(self, name, value)
        self.epoch += 1

    def rescore(self, rows: Rows) -> Rows:
        """By what is known now."""
        rows.priority = self.worth(rows.trail["page"], rows.trail["words"])
        return rows
