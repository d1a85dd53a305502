"""History path: how far a link is from relevant pages, by the pages on the way to it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.merging import merge
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Hunt

BONUS = 0.001  # for each further in-link, where those are favoured: hundreds lead to some pages
SCORERS = {"guide": "", "vocabulary": "vocabulary"}


class HistoryPath(Strategy):
    """A page's distance is 0 if it is relevant, else min(1, (1 - c) e^(2 d / cutoff)); its links go nearest first.

    c is the page's score and d the distance of the page before it. `theta` is the least margin of a relevant page, on
    an SVM's scale: 0.4 is a score of 0.6, whatever the guide. With `scorer="vocabulary"` the vocabulary scores the
    page, normalised, and theta is a raw sum, best a valley of its density (the thesis has 45 and 260). `inlinks` says
    what a URL keeps when it is found again: the `last` distance, the first (`off`), or the smaller less a bonus for
    each further in-link (`favour`). With `add_score` links of relevant pages are told apart by their score.

    As printed: d is at most 1, so that with a cutoff of 20 history moves a distance by no more than a tenth. The
    presets `hp` to `hp9` and the two `hp_vocabulary` are the thesis's variants.

    >>> HistoryPath(theta=0.6, inlinks="off").merge
    'first'
    """

    word = "history_path"
    family = "path"
    paper = "García Dorado 2008 equation 6.1, algorithm 4 and section 9.2.3; Bergmark, Lagoze and Sbityakov 2002"
    trail = ("distance:f8",)
    choices: ClassVar = {"inlinks": ("last", "off", "favour"), "scorer": tuple(SCORERS)}
    least: ClassVar = {"cutoff": 1}

    def __init__(
        self,
        theta: float = 0.4,
        cutoff: int = 20,
        inlinks: str = "last",
        add_score: bool = False,
        scorer: str = "guide",
    ) -> None:
        self.theta = theta
        self.cutoff = cutoff
        self.inlinks = inlinks
        self.add_score = add_score
        self.scorer = scorer
        self.merge = {"last": "last", "off": "first"}.get(inlinks, "max")
        self.uses = ("vocabulary:page",) if scorer == "vocabulary" else ("page",)

    def begin(self, hunt: Hunt) -> None:
        """The score of a page that is just relevant."""
        super().begin(hunt)
        self.relevant = 1 / (1 + math.exp(-self.theta))
        if self.scorer == "vocabulary":
            self.relevant = float(hunt.judges["vocabulary"].curve(np.array([self.theta]))[0])

    def rank(self, page: Fetched) -> Offers:
        """The page's distance for every link."""
        score = page.scores[self.uses[0]]
        hit = score >= self.relevant
        before = float(page.ticket.trail["distance"])
        distance = 0.0 if hit else min(1.0, (1 - score) * math.exp(2 * before / self.cutoff))
        priority = np.full(len(page.links), score if hit and self.add_score else -distance)
        if self.inlinks == "favour":
            priority += BONUS * (page.links.times - 1)
        return Offers(priority, trail={"distance": distance})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """By the chosen rule; where in-links are favoured, both are compared without their bonuses."""
        if self.inlinks != "favour":
            return super().merged(old, new)
        bonuses = [BONUS * (rows.times - 1) for rows in (old, new)]
        bare = [
            Rows(r.priority - b, r.lane, r.times, r.trail, r.keys) for r, b in zip((old, new), bonuses, strict=True)
        ]
        rows = merge("max", *bare)
        rows.priority = rows.priority + BONUS * (rows.times - 1)
        return rows
