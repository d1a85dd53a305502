"""PageRank of a surfer who keeps to the topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.pagerank import Pagerank

if TYPE_CHECKING:
    from lycosa.strategies.graph import Edges
    from lycosa.strategies.records import Fetched, State, Values


class TopicalPagerank(Pagerank):
    """PageRank where the surfer begins at seeds and relevant pages only, and follows a page's links by its score.

    A page of score r passes r of its visits on, in equal parts; the rest begins anew. Values are multiples of what
    one of the pages to begin at is given.

    >>> TopicalPagerank().uses
    ('page',)
    """

    word = "topical_pagerank"
    family = "both"
    paper = "Haveliwala 2002, with the pages that the crawl itself found relevant"
    uses = ("page",)

    def passed(self, page: Fetched, own: float) -> float:
        """By its score, and what it is given to begin with if it is relevant."""
        begins = self.base if page.score >= 0.5 and page.depth else 0.0
        return page.score * (own + begins)

    @property
    def floor(self) -> float:
        """Nobody begins at a page not fetched."""
        return 0.0

    @classmethod
    def flow(cls, data: State, edges: Edges) -> tuple[Values, Values]:
        """Links weigh what their page scores; seeds and relevant pages are begun at."""
        share = np.repeat(data["scores"] / np.maximum(data["counts"], 1), data["counts"])
        good = (data["scores"] >= 0.5) | np.isin(data["pages"], data["seeds"])
        if not good.any():
            good[:] = True  # no seed has come: a page is as good as another
        anew = np.zeros(edges.size)
        anew[edges.pages[good]] = 1.0 / good.sum()
        return share, anew
