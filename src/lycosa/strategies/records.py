"""What a strategy sees and says: tickets, pages and links as columns, offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycosa.judges.base import Judge
    from lycosa.topics.topic import Topic

Keys = NDArray[np.uint64]
Values = NDArray[np.float64]
Lanes = NDArray[np.int64]
Trails = NDArray[np.void]
State = dict[str, Any]  # named arrays, numbers, strings, and dicts of them

PAGE, ROBOTS, PROBE = "page", "robots", "probe"  # what a ticket is for
NEW, WAITING, OUT, FETCHED, BARRED = range(5)  # what a link's URL is to the crawl


@dataclass(frozen=True, slots=True)
class Ticket:
    """Leave to fetch one URL now, with what its link carried. A seed's priority, lane, trail and via are zero."""

    number: int
    key: int
    url: str
    host: int
    priority: float
    lane: int
    trail: np.void
    sightings: Trails  # the trails of up to `remember` sightings, the newest last
    depth: int
    via: int  # key of the page it was found on
    times: int = 0  # how often it was sighted
    again: bool = False  # a revisit
    hops: int = 0  # redirects behind it
    kind: str = PAGE


@dataclass(frozen=True, slots=True, eq=False)
class LinkRows:
    """The targets of a page, one row each in document order."""

    keys: Keys
    hosts: Keys
    times: NDArray[np.int64]  # links to it on this page
    status: NDArray[np.uint8]
    scores: Values  # NaN until fetched

    def __len__(self) -> int:
        return len(self.keys)


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The words of cues, a stretch a row: row i has ids[bounds[i]:bounds[i + 1]]. `page#` has one row.

    Ids are the lasting numbers of words (`word_hash`), the same in every process: they may be kept.
    """

    ids: NDArray[np.uint32]
    bounds: NDArray[np.int64]
    offsets: NDArray[np.int16] | None = None  # of `near` and `leaves`: how far from the link, negative before it

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def row(self, row: int) -> NDArray[np.uint32]:
        """The words of one row."""
        return self.ids[self.bounds[row] : self.bounds[row + 1]]

    @property
    def rows(self) -> NDArray[np.int64]:
        """For each word the row it stands in."""
        return np.repeat(np.arange(len(self)), np.diff(self.bounds))


@dataclass(frozen=True, slots=True, eq=False)
class Fetched:
    """A page as a strategy sees it."""

    key: int
    number: int  # how many pages were fed before it
    depth: int
    host: int
    score: float
    margin: float
    ticket: Ticket
    links: LinkRows
    scores: Mapping[str, Any]  # by the names of `uses`: a value a row (of judges over classes a row of values), or one
    # for the whole page; `Tokens` where a use ends in # or #stems; of `tag_path` a list of strings


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a ticket ended, as `learn` is told."""

    kind: str  # page failure refusal redirect duplicate
    ticket: Ticket
    page: Fetched | None = None
    reason: str = ""


@dataclass(slots=True, eq=False)
class Rows:
    """Waiting URLs, or offers for them, as columns."""

    priority: Values
    lane: Lanes
    times: NDArray[np.int64]
    trail: Trails
    keys: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))


@dataclass(slots=True, eq=False)
class Offers:
    """What `rank` gives: a priority for each link of the page. NaN offers nothing, -inf withdraws, +inf is next.

    `trail` maps the names of the strategy's trail to columns. `more` are offers for other keys, each with its own row;
    a fetched key comes in only with `again`.
    """

    priority: Values
    lane: Lanes | int = 0
    trail: Mapping[str, Any] = field(default_factory=dict)
    more: Moves | None = None


@dataclass(slots=True, eq=False)
class Moves:
    """Offers for keys the crawl has seen before: moved, withdrawn, or fetched again."""

    keys: Keys
    priority: Values
    lane: Lanes | int = 0
    trail: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False


class Heads(NamedTuple):
    """The awake lanes that have something, by number: the best priority of each and how many wait in it."""

    lane: Lanes
    best: Values
    waiting: NDArray[np.int64]


@dataclass(slots=True, eq=False)
class Hunt:
    """What a strategy is given before the seeds."""

    topic: Topic
    rng: np.random.Generator
    pages: int = 0  # the budget, 0 for none
    seeds: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))
    judges: Mapping[str, Judge] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)  # what `needs` names: truth, back_links, taxonomy ...


def trail_dtype(spec: tuple[str, ...]) -> np.dtype[np.void]:
    """The fixed-width record a trail is: `("hops:u1", "anchor:8u4")`."""
    fields = []
    for part in spec:
        name, _, kind = part.partition(":")
        digits = len(kind) - len(kind.lstrip("0123456789"))
        fields.append((name, kind[digits:], (int(kind[:digits]),)) if digits else (name, kind))
    return np.dtype(fields)
