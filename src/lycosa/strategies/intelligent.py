"""Intelligent crawling: what goes with relevant pages is found out as the crawl goes, and no example is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.features import NOTHING, WIDTH, packed, places
from lycosa.strategies.records import FETCHED, Offers, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Ending, Fetched, Hunt, Values

WORDS, URL, PARENTS = 200, 8, 8  # kept of each page; of each link
TELLING = 2.0  # standard deviations from which on a feature counts


class Intelligent(Strategy):
    """The sum of four log-ratios: of the pages that link to it, its URL's words, their being relevant, its siblings.

    A page is relevant where it scores 0.5 or more. A word (on a page that links there, or of the URL) or a linking page
    that is relevant (or is not) counts by ln of how much likelier relevance is with it than without knowing, where
    that is two standard deviations from chance; siblings are pages that a linking page links to, fetched before. The
    words of several linking pages count as their mean, for most of them are the same. The four are balanced to be of
    one size on average, then weighed. At first all is 0, and it is breadth-first. Of a page its 200 most telling words
    are kept, of a URL the last eight pages that link to it. Each `every` pages all that waits is scored anew.

    >>> Intelligent(siblings=0).grows
    'pages'
    """

    word = "intelligent"
    family = "learning"
    paper = "Aggarwal, Al-Garawi and Yu 2001 sections 3 and 4"
    uses = ("page#", "url#")
    merge = "last"
    trail = (f"url:{URL}u2", f"parents:{PARENTS}u4")
    grows = "pages"
    kept = ("fetched", "words", "good", "children", "sums", "in_pages", "in_urls", "by_parent", "sizes", "scales")
    least: ClassVar = {"content": 0, "url": 0, "links": 0, "siblings": 0, "every": 1}

    def __init__(
        self, content: float = 1.0, url: float = 1.0, links: float = 1.0, siblings: float = 1.0, every: int = 100
    ) -> None:
        self.content = content
        self.url = url
        self.links = links
        self.siblings = siblings
        self.every = every

    def begin(self, hunt: Hunt) -> None:
        """Nothing is known. Counts are of all and of the relevant."""
        super().begin(hunt)
        self.fetched = np.zeros(2)
        self.in_pages, self.in_urls = np.zeros((2, WIDTH)), np.zeros((2, WIDTH))
        self.by_parent = np.zeros((2, 2))  # by whether the parent was relevant
        self.words: NDArray[np.uint16] = np.zeros((64, WORDS), np.uint16)  # a row a page, that of number 0 is nobody's
        self.good, self.sums = np.zeros(64, np.int64), np.zeros(64)
        self.children = np.zeros((2, 64))
        self.sizes, self.scales = np.zeros(5), np.ones(4)  # of the four ratios, and how many links they are of

    @property
    def share(self) -> float:
        """Of relevant pages."""
        return float((self.fetched[1] + 1.0) / (self.fetched[0] + 2.0))

    def ratio(self, counts: Values) -> Values:
        """Of each feature that is telling, the log-ratio."""
        (seen, good), p = counts, self.share
        told: Values = np.log((good + 1.0) / (seen + 2.0) / p)
        return np.where(np.abs(good - seen * p) >= TELLING * np.sqrt(np.maximum(seen, 1e-9) * p * (1.0 - p)), told, 0.0)

    def learn(self, end: Ending) -> None:
        """What the page is goes to all that led to it; then it is a page that links."""
        if end.page is None:
            return
        good = int(end.page.score >= 0.5)
        self.fetched += (1.0, good)
        if end.ticket.times:
            self._credit(end.ticket.trail, good)
        self._keep(end.page, good)
        if self.fetched[0] % self.every == 0:
            for start in range(0, len(self.sums), 4096):
                part = slice(start, start + 4096)
                self.sums[part] = self.ratio(self.in_pages)[self.words[part]].sum(axis=1)
            self.scales = self.sizes[4] / np.where(self.sizes[:4] > 0, self.sizes[:4], self.sizes[4])
            self.epoch += 1

    def _credit(self, trail: Any, good: int) -> None:
        parents, both = trail["parents"][trail["parents"] > 0], np.array([[1.0], [good]])
        for counts, found in ((self.in_pages, self.words[parents]), (self.in_urls, trail["url"])):
            counts[:, each(found)] += both
        self.by_parent += np.bincount(self.good[parents], minlength=2) * both
        self.children[:, parents] += both

    def _keep(self, page: Fetched, good: int) -> None:
        """The page has the next row."""
        row = int(self.fetched[0])
        if row >= len(self.good):
            self.words, self.good, self.sums = (
                np.concatenate([held, np.zeros_like(held)]) for held in (self.words, self.good, self.sums)
            )
            self.children = np.concatenate([self.children, np.zeros_like(self.children)], axis=1)
        found = each(places(page.scores["page#"].ids))
        told = self.ratio(self.in_pages[:, found])
        first = np.argsort(-np.abs(told), kind="stable")[:WORDS]
        self.words[row, : len(first)], self.good[row] = found[first], good
        self.sums[row] = told[first].sum()
        scores = page.links.scores[page.links.status == FETCHED]
        self.children[:, row] = len(scores), np.count_nonzero(scores >= 0.5)

    def rank(self, page: Fetched) -> Offers:
        """By what is known now."""
        parents = np.zeros((len(page.links), PARENTS), np.uint32)
        parents[:, 0] = self.fetched[0]
        url = packed(page.scores["url#"], URL)
        ratios = self.ratios(url, parents)
        self.sizes += [*np.abs(ratios).sum(axis=1), len(url)]
        return Offers(self.worth(ratios), trail={"url": url, "parents": parents})

    def worth(self, ratios: Values) -> Values:
        """All together."""
        weights = self.scales * (self.content, self.url, self.links, self.siblings)
        values: Values = (weights[:, None] * ratios).sum(axis=0)
        return values

    def ratios(self, url: Any, parents: Any) -> Values:
        """The four, a row each."""
        held = parents > 0
        number = np.maximum(held.sum(axis=1), 1)
        content = np.where(held, self.sums[parents], 0.0).sum(axis=1) / number
        in_urls = self.ratio(self.in_urls[:, url]).sum(axis=1)
        links = np.where(held, self.ratio(self.by_parent)[self.good[parents]], 0.0).sum(axis=1)
        children, good = np.where(held, self.children[:, parents], 0.0).sum(axis=2)
        siblings = np.log((good + 1.0) / (children * self.share + 1.0))
        return np.array([content, in_urls, links, siblings])

    def merged(self, old: Rows, new: Rows) -> Rows:
        """One page more links to it; of nine the first is forgotten."""
        rows = super().merged(old, new)
        before = old.trail["parents"]
        full = before[:, -1] > 0
        before = np.where(full[:, None], np.roll(before, -1, axis=1), before)
        at = np.where(full, PARENTS - 1, (before > 0).sum(axis=1))
        before[np.arange(len(at)), at] = new.trail["parents"][:, 0]
        rows.trail = new.trail.copy()
        rows.trail["parents"] = before
        return self.rescore(rows)

    def rescore(self, rows: Rows) -> Rows:
        """By what is known now."""
        rows.priority = self.worth(self.ratios(rows.trail["url"], rows.trail["parents"]))
        return rows


def each(found: Any) -> NDArray[np.int64]:
    """Each place that is among them, once."""
    marks = np.zeros(WIDTH, np.bool_)
    marks[found] = True
    marks[NOTHING] = False
    return np.flatnonzero(marks)
