"""Promise: what the query's words in a link and the parents so far say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.mentions import Mentions
from lycosa.strategies.records import BARRED, FETCHED, Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched, Hunt, Values

RAW = "nyu_cosine:page!"


class Promise(Strategy):
    """The query's shares of the words of URL and anchor, half those of its synonyms, and the parents' mean cosine.

    The cosine is the raw `nyu_cosine` of the pages on which the link was seen, its mean taken anew at each sighting;
    the shares are those of the newest. Only the `best` ten links of a page enter (0: all). Of synonyms those of one
    word count. `as_printed` divides the synonyms of the anchor by the length of the URL, as the paper's list has it.

    >>> Promise(best=0).needs
    ('query',)
    """

    word = "promise"
    family = "learning"
    paper = "Sundrani and Habeeb section 1.3.1"
    uses = (RAW, "url#", "anchor#")
    needs: tuple[str, ...] = ("query",)
    merge = "last"
    trail: tuple[str, ...] = ("cosines:f4", "parents:u2", "shares:f4")
    least: ClassVar = {"best": 0}

    def __init__(self, best: int = 10, synonyms: bool = True, as_printed: bool = False) -> None:
        self.best = best
        self.synonyms = synonyms
        self.as_printed = as_printed

    def begin(self, hunt: Hunt) -> None:
        """The query's words as numbers."""
        super().begin(hunt)
        self.mentions = Mentions(hunt.topic, synonyms=self.synonyms)

    def rank(self, page: Fetched) -> Offers:
        """The promise of the ten best links that may yet be fetched."""
        rows = Rows(np.zeros(0), np.zeros(0, np.int64), page.links.times, self.seen(page), page.links.keys)
        promise = self.promise(rows)
        if self.best:
            promise[self._others(promise, page)] = np.nan
        return Offers(promise, trail={name: rows.trail[name] for name in rows.trail.dtype.names or ()})

    def _others(self, promise: Values, page: Fetched) -> Any:
        """All but the best."""
        over = (page.links.status == FETCHED) | (page.links.status == BARRED)
        order = np.lexsort((-promise, over))
        return np.append(order[self.best :], np.flatnonzero(over))

    def seen(self, page: Fetched) -> Any:
        """What this sighting tells of each link."""
        trail = np.zeros(len(page.links), self.trail_record())
        trail["cosines"], trail["parents"] = page.scores[RAW], 1
        url, anchor = page.scores["url#"], page.scores["anchor#"]
        lengths = [np.maximum(np.diff(words.bounds), 1) for words in (url, anchor)]
        (in_url, other_in_url), (in_anchor, other_in_anchor) = map(self.mentions.counts, (url, anchor))
        others = other_in_url / lengths[0] + other_in_anchor / lengths[0 if self.as_printed else 1]
        trail["shares"] = in_url / lengths[0] + in_anchor / lengths[1] + 0.5 * others
        if "counts" in (trail.dtype.names or ()):
            trail["counts"] = np.minimum([in_url, in_anchor, other_in_url, other_in_anchor], 255).T
        return trail

    def promise(self, rows: Rows) -> Values:
        """The sum of all."""
        trail = rows.trail
        values: Values = trail["cosines"].astype(np.float64) / np.maximum(trail["parents"], 1) + trail["shares"]
        return values

    def merged(self, old: Rows, new: Rows) -> Rows:
        """One parent more."""
        rows = super().merged(old, new)
        rows.trail = rows.trail.copy()
        rows.trail["cosines"] = old.trail["cosines"] + new.trail["cosines"]
        rows.trail["parents"] = np.minimum(old.trail["parents"].astype(np.int64) + new.trail["parents"], 65535)
        rows.priority = self.promise(rows)
        return rows
