"""Shark search: what a link's anchor and surroundings say, and what its page and the pages before it were worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.fish import lives_of
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched

SIMILAR = {"cosine": "cosine:", "guide": ""}
WINDOW = "window(40)"


class Shark(Strategy):
    """Fish search with degrees: score = gamma * inherited + (1 - gamma) * neighbourhood.

    Inherited is `decay` times the page's similarity or, where that is nothing, times what the page inherited itself.
    Neighbourhood is beta * anchor + (1 - beta) * context; the context counts 1 if the anchor has any similarity, else
    it is the similarity of the 40 words around. Links of a similar page have `depth` lives, those of others one less
    than the page; pages without lives are fetched, their links are not. As printed the lives are set at every
    sighting. Uluhan's figure 6 prints the neighbourhood twice; the term weighted r, here `gamma`, is the inherited
    score. `similar` says whose similarity counts: the judge `cosine`, as in the thesis, or the guide.

    >>> Shark(decay=0.8).decay
    0.8
    """

    word = "shark"
    family = "content"
    paper = "Hersovici et al. 1998; Uluhan 2006 figure 6"
    trail = ("inherited:f8", "lives:u1")
    choices: ClassVar = {"similar": tuple(SIMILAR)}
    least: ClassVar = {"decay": 0, "beta": 0, "gamma": 0, "depth": 1}

    def __init__(
        self, decay: float = 0.5, beta: float = 0.8, gamma: float = 0.5, depth: int = 3, similar: str = "cosine"
    ) -> None:
        self.decay = decay
        self.beta = beta
        self.gamma = gamma
        self.depth = depth
        self.similar = similar
        self.judge = SIMILAR.get(similar, "")
        self.uses = (f"{self.judge}page", f"{self.judge}anchor", f"{self.judge}{WINDOW}")

    def rank(self, page: Fetched) -> Offers:
        """The formula, a link at a time."""
        similarity, anchor, window = (page.scores[use] for use in self.uses)
        lives = lives_of(page.ticket, self.depth)
        if lives < 1:
            return Offers(np.full(len(page.links), np.nan))
        inherited = self.decay * (similarity if similarity > 0 else float(page.ticket.trail["inherited"]))
        near = self.beta * anchor + (1 - self.beta) * np.where(anchor > 0, 1.0, window)
        left = self.depth if similarity > 0 else lives - 1
        priority = self.gamma * inherited + (1 - self.gamma) * near
        return Offers(priority, trail={"inherited": inherited, "lives": left})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The larger score and what was inherited with it; the newest lives."""
        rows = super().merged(old, new)
        rows.trail["lives"] = new.trail["lives"]
        return rows
