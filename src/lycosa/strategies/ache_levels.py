"""ACHE's link levels: is it a link to a relevant page, to one that links there, or to one before that?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.features import WIDTH, bags_of, fitted, packed, squashed, sums
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Ending, Fetched, Hunt, Rows, State, Ticket, Values

AROUND = "window(20)#"
KEPT = (("url#", 8), ("anchor#", 8), (AROUND, 16))  # words of each
LEVELS = 3
MOST = 5000  # links of each level learned from, the newest
PENALTY = 1.0


class AcheLevels(Strategy):
    """A classifier of links by how far a relevant page lies behind them, after the crawler ACHE.

    The link that led to a relevant page (0.5 or more) is of level 0, the link that led to the page it was found on of
    level 1, the one before of level 2; the least level counts. Each `every` pages a logistic regression a level, on
    words of URL, anchor and twenty words around, is fitted against all other links, those of no level too, both sides
    counting alike. A link gets 100 times 2, 1 or 0 for the likeliest level, and 100 times its probability. Before the
    first fit a link gets 100 times its page's score. Of each page the words of its link and the page before are kept.
    ACHE itself fits each 1,000.

    >>> AcheLevels(every=1000)
    ache_levels(every=1000)
    """

    word = "ache_levels"
    family = "learning"
    paper = "Barbosa and Freire 2007 section 4; the crawler ACHE"
    uses = ("page", *(cue for cue, _ in KEPT))
    trail = (f"words:{sum(most for _, most in KEPT)}u2",)
    grows = "pages"
    kept = ("weights", "bias", "learned", "keys", "before", "words", "levels", "fed", "due")
    least: ClassVar = {"every": 1}

    def __init__(self, every: int = 500) -> None:
        self.every = every

    def begin(self, hunt: Hunt) -> None:
        """Nothing is known."""
        super().begin(hunt)
        self.weights, self.bias, self.learned = np.zeros((LEVELS, WIDTH)), np.zeros(LEVELS), False
        self.keys: NDArray[np.uint64] = np.zeros(64, np.uint64)  # of the pages fetched, a row each
        self.before = np.zeros(64, np.int64)  # the row of the page it was found on; -1 for none
        self.words: NDArray[np.uint16] = np.zeros((64, self.trail_record()["words"].shape[0]), np.uint16)
        self.levels = np.zeros(64, np.uint8)
        self.fed, self.due = 0, False
        self.rows: dict[int, int] = {}

    def rank(self, page: Fetched) -> Offers:
        """By the level, or the page."""
        words = np.hstack([packed(page.scores[cue], most, cue) for cue, most in KEPT])
        priority = self.worth(words) if self.learned else np.full(len(words), 100.0 * page.score)
        return Offers(priority, trail={"words": words})

    def worth(self, words: Any) -> Values:
        """100 times the level's weight and 100 times its probability."""
        chances = squashed(np.array([sums(of, words) for of in self.weights]) + self.bias[:, None])
        level = np.argmax(chances, axis=0)
        worth: Values = 100.0 * (LEVELS - 1 - level) + 100.0 * chances.max(axis=0)
        return worth

    def learn(self, end: Ending) -> None:
        """A relevant page gives its link, and those before it, their levels."""
        if end.page is None:
            return
        row = self._keep(end.ticket)
        self.fed += 1
        self.due |= self.fed % self.every == 0
        level = 0
        while end.page.score >= 0.5 and row >= 0 and level < LEVELS:
            self.levels[row] = min(self.levels[row], level)
            row, level = int(self.before[row]), level + 1

    def _keep(self, ticket: Ticket) -> int:
        """The page's row."""
        if self.fed == len(self.keys):
            for name in ("keys", "before", "words", "levels"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros_like(held)]))
        row = self.fed
        self.keys[row], self.before[row] = ticket.key, self.rows.get(ticket.via, -1)
        self.words[row], self.levels[row] = ticket.trail["words"], LEVELS
        self.rows[ticket.key] = row
        return row

    def study(self) -> State | None:
        """The links of each level."""
        if not self.due:
            return None
        self.due = False
        told = self.words.any(axis=1) & (np.arange(len(self.words)) < self.fed)
        rows = [np.flatnonzero(told & (self.levels == level))[-MOST:] for level in range(LEVELS + 1)]
        every = np.sort(np.concatenate(rows))
        return {"words": self.words[every], "levels": self.levels[every]}

    @staticmethod
    def work(data: State) -> State:
        """A regression a level."""
        bags = bags_of(data["words"])
        models = [fitted(bags, data["levels"] == level, PENALTY, logistic=True) for level in range(LEVELS)]
        weights = np.array([model.weights for model in models])
        missing = np.bincount(data["levels"], minlength=LEVELS)[:LEVELS] == 0
        bias = np.where(missing, -np.inf, [model.bias for model in models])
        return {"weights": weights, "bias": bias, "learned": bool(weights.any())}

    def studied(self, result: State) -> None:
        """All waiting links are scored anew."""
        self.weights, self.bias, self.learned = result["weights"], result["bias"], result["learned"]
        self.epoch += 1

    def rescore(self, rows: Rows) -> Rows:
        """By what is known now."""
        if self.learned:
            rows.priority = self.worth(rows.trail["words"])
        return rows

    def restore(self, state: State) -> None:
        """Back to that state; which page has which row follows."""
        super().restore(state)
        self.rows = {int(key): row for row, key in enumerate(self.keys[: self.fed].tolist())}
