"""Regression promise: a model of what pages turned out to be worth, by what their links promised."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies.base import StrategyError
from lycosa.strategies.features import joined
from lycosa.strategies.promise import RAW, Promise
from lycosa.strategies.regressors import KINDS, compared, predicted

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Hunt, Rows, State, Values

FIRST, EVERY = 300, 500  # pages fetched before the first model, and between two
MOST = 1500  # examples learned from, the newest


class RegressionPromise(Promise):
    """A regression foretells the raw `nyu_cosine` of a page by five features of its links; before that it is `promise`.

    The features: the parents' mean cosine, and how often query words and synonyms stand in URL and anchor. At 300 pages
    and then each 500 linear regression, SVR with an RBF kernel and a regression tree are tuned by a logarithmic grid
    search with 10-fold cross-validation, the tree pruned by cost-complexity; the best on a third held out drives, and
    the R2 of each stays in the `table`. The model does not know the query, so an `earlier` crawl's, of whatever topic,
    serves as well: then nothing is learned.

    >>> RegressionPromise(train="earlier").needs
    ('query', 'earlier')
    """

    word = "regression_promise"
    family = "learning"
    paper = "Sundrani and Habeeb sections 1.3.2, 1.3.3 and 5"
    trail = (*Promise.trail, "counts:4u1")
    grows = "features"
    kept = ("x", "y", "model", "table", "fed", "due")
    choices: ClassVar = {"train": ("crawl", "earlier")}

    def __init__(self, train: str = "crawl", best: int = 10, synonyms: bool = True) -> None:
        super().__init__(best, synonyms)
        self.train = train
        self.needs = ("query",) if train == "crawl" else ("query", "earlier")

    def begin(self, hunt: Hunt) -> None:
        """Without a model, or with an earlier crawl's."""
        super().begin(hunt)
        self.x, self.y = np.zeros((0, 5), np.float32), np.zeros(0, np.float32)
        self.model: State = {}
        self.table = np.full(len(KINDS), np.nan)  # R2 of linear regression, SVR and tree
        self.fed, self.due = 0, False
        if self.train == "earlier":
            self.model, self.table = hunt.given["earlier"]["model"], hunt.given["earlier"]["table"]
            if not self.model:
                raise StrategyError(f"{self}: the earlier crawl has learned no model; it takes {FIRST} pages")
        elif find_spec("sklearn") is None:
            raise StrategyError(f"{self} learns with scikit-learn: pip install 'lycosa[learn]'")

    def promise(self, rows: Rows) -> Values:
        """What the model foretells."""
        return predicted(self.model, features(rows.trail)) if self.model else super().promise(rows)

    def learn(self, end: Ending) -> None:
        """What a page promised, and what it is worth."""
        if end.page is None:
            return
        self.fed += 1
        self.due |= self.train == "crawl" and self.fed >= FIRST and (self.fed - FIRST) % EVERY == 0
        if end.ticket.times:
            self.x = joined(self.x, features(np.array([end.ticket.trail])), MOST)
            self.y = joined(self.y, np.array([end.page.scores[RAW]]), MOST)

    def study(self) -> State | None:
        """The examples so far."""
        if not self.due or len(self.y) < len(KINDS) * 10:
            return None
        self.due = False
        return {"x": self.x, "y": self.y}

    @staticmethod
    def work(data: State) -> State:
        """Tune and compare."""
        return compared(data["x"].astype(np.float64), data["y"].astype(np.float64))

    def studied(self, result: State) -> None:
        """The best drives."""
        self.model, self.table = result, result["r2"]
        self.epoch += 1

    def rescore(self, rows: Rows) -> Rows:
        """By the model."""
        rows.priority = self.promise(rows)
        return rows


def features(trail: Any) -> Values:
    """The five of section 1.3.2."""
    mean = trail["cosines"] / np.maximum(trail["parents"], 1)
    return np.column_stack([mean.astype(np.float64), trail["counts"]])
