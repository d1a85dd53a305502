"""The parameters of a practice web.

How many links, how local, how cut off and how misleading: these defaults give about the figures that
`bench/measure_locality.py` measures on a web of 4,604 encyclopedia articles.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isqrt

from lycosa.pages.names import Named
from lycosa.webs.practice.plan import SECTION, PracticeError
from lycosa.webs.practice.prose import planted

ABOVE_ONE = {"number", "pages", "planted", "host_count", "tunnel_length", "links", "words", "weight"}
MOST = {"pages": 10**12, "host_count": 10**9, "links": 10_000, "words": 1_000_000, "weight": 100_000}
LEAST = {"pages": 4 * SECTION, "planted": 1, "tunnel_length": 1}


@dataclass(eq=False, repr=False)
class Properties(Named):
    """What a practice web is like. A share is of all pages, links or hosts, 0 to 1."""

    number: int = 0  # the seed number: another number, another web
    pages: int = 5000  # articles, rounded up to whole sections of 16
    planted: int = 24  # topics
    topical: float = 0.45  # pages that are on any of them
    host_count: int = 0  # hosts with articles; 0: the square root of pages
    focus: float = 0.75  # pages of a section that keep to its subject
    links: int = 39  # a page, on average, in the article
    locality: float = 0.21  # links of a topic's page drawn from its own topic
    kinship: float = 0.04  # links drawn from the related topic
    ring: float = 0.5  # links to the own topic that stay in its neighbourhood
    hubs: float = 0.03  # pages that are long lists of links
    tunnels: float = 0.25  # pages of a topic that are reached over off-topic pages only
    tunnel_length: int = 2  # how many of those pages
    orphans: float = 0.08  # pages that no article links to
    lies: float = 0.038  # links whose anchor speaks of something else
    vague: float = 0.1  # links whose anchor says nothing: click here
    dead: float = 0.02  # links to what is not there: 404, 410
    broken: float = 0.008  # links to errors of servers and to unwell hosts
    redirects: float = 0.03  # links to another name of a page: 301, 302, 307, 308, in chains of up to three
    mirrors: float = 0.01  # links to a copy on a mirror site
    reposts: float = 0.02  # pages that repeat another page's article
    hard: float = 0.15  # topical pages that say little of their topic
    foreign: float = 0.06  # off-topic pages in another language than English
    mislabelled: float = 0.05  # pages whose charset is labelled wrongly, partly or not at all
    opaque: float = 0.15  # pages whose URL says nothing
    traps: float = 0.12  # hosts with an endless calendar, session ids or paths without end
    soft_404: float = 0.1  # hosts that answer 200 for what is not there
    unwell: float = 0.06  # hosts without articles beside the others: down, timing out, closed by robots.txt, busy
    words: int = 350  # of prose a page, on average, without the links
    weight: int = 0  # kilobytes of styles and scripts on the median page

    def __post_init__(self) -> None:
        for field in fields(self):
            self._check(field.name, getattr(self, field.name))
        if self.planted > len(planted()):
            raise PracticeError(f"practice(planted={self.planted}): there are {len(planted())} topics; ask for fewer")

    def _check(self, name: str, value: object) -> None:
        if name in ABOVE_ONE:
            least = LEAST.get(name, 0)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise PracticeError(f"practice({name}={value!r}): give a whole number from {least} up")
            if value > MOST.get(name, value):
                raise PracticeError(f"practice({name}={value!r}): give {MOST[name]} or less")
        elif not isinstance(value, int | float) or not 0 <= value <= 1:
            raise PracticeError(f"practice({name}={value!r}): give a share from 0 to 1")

    @property
    def hosts_wanted(self) -> int:
        """How many hosts are to have articles."""
        return self.host_count or isqrt(self.pages)
