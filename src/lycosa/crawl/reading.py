"""What the crawl needs of a page: its targets, one row each, and the scores the strategy asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.pages.cues import cued
from lycosa.pages.hosts import host_key, host_of
from lycosa.pages.records import Ranges
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.judges.base import Judge, Values
    from lycosa.pages.records import Page, Positions, Text
    from lycosa.pages.urls import Canon
    from lycosa.strategies.records import Keys

GUIDE = ""  # the name of the judge that steers


@dataclass(slots=True, eq=False)
class Targets:
    """The distinct targets of a page in document order."""

    keys: Keys
    hosts: Keys
    urls: list[str]
    times: Positions
    rows: Positions  # which target each link has
    links: Positions  # which links count
    keylist: list[int] = field(default_factory=list)
    hostlist: list[int] = field(default_factory=list)
    left: list[str] = field(default_factory=list)  # URLs whose link text says they are not to be followed


class Ask(NamedTuple):
    """What a judge is asked: ranges of a text."""

    judge: str
    text: Text
    ranges: Ranges


@dataclass(slots=True, eq=False)
class Reading:
    """A page read for one crawl."""

    targets: Targets
    score: float
    margin: float
    scores: Mapping[str, Any]


def targets(page: Page, canon: Canon, *, nofollow: bool = True, texts: frozenset[str] = frozenset()) -> Targets:
    """One row per distinct target; links the page asks not to follow, or with one of these texts, are left out."""
    links = page.links
    urls, followed, left = links.urls, np.arange(len(links)), list[str]()
    if nofollow and ("nofollow" in page.robots or links.nofollow.any()):
        followed = followed[:0] if "nofollow" in page.robots else np.flatnonzero(~links.nofollow)
    if texts:
        named = np.array([text in texts for text in anchors(page, followed)], np.bool_)
        left = [urls[i] for i in followed[named].tolist()]
        followed = followed[~named]
    if len(followed) < len(links):
        urls = [urls[i] for i in followed.tolist()]
    keys = list(map(canon.key, urls))
    url_of = dict(zip(reversed(keys), reversed(urls), strict=True))  # the first of each, in document order
    keylist = list(dict.fromkeys(keys))
    row_of = dict(zip(keylist, range(len(keylist)), strict=True))
    rows = np.fromiter(map(row_of.__getitem__, keys), np.int64, len(keys))
    distinct = [url_of[key] for key in keylist]
    hostlist = list(map(host_key_in, distinct))
    return Targets(
        keys=np.array(keylist, np.uint64),
        hosts=np.array(hostlist, np.uint64),
        urls=distinct,
        times=np.bincount(rows, minlength=len(keylist)),
        rows=rows,
        links=followed,
        keylist=keylist,
        hostlist=hostlist,
        left=left,
    )


def anchors(page: Page, links: Positions) -> list[str]:
    """The words of these links' texts, one blank between."""
    words, ids = page.text.lexicon.words, page.text.tokens
    spans = zip(page.links.starts[links].tolist(), page.links.ends[links].tolist(), strict=True)
    return [" ".join(words[token] for token in ids[start:end].tolist()) for start, end in spans]


@lru_cache(1 << 16)
def host_key_in(url: str) -> int:
    """The key of a URL's host."""
    return _origin_key(url[: url.find("/", len("https://"))])


@lru_cache(1 << 14)
def _origin_key(origin: str) -> int:
    return host_key(host_of(origin))


class Reader:
    """Reads pages with the judges of a hunt; what it makes of a page depends on nothing else."""

    def __init__(
        self,
        judges: Mapping[str, Judge],
        uses: Sequence[str],
        canon: Canon,
        *,
        nofollow: bool = True,
        languages: Sequence[str] = (),
        link_texts: Sequence[str] = (),
        text_limit: int = 0,
    ) -> None:
        self.judges = judges
        self.canon = canon
        self.nofollow = nofollow
        self.languages = frozenset(languages)
        self.link_texts = frozenset(" ".join(tokens(text)) for text in link_texts)
        self.text_limit = text_limit
        self.uses = tuple(uses)
        self.wanted = [(use, *split_use(use)) for use in uses if use != "page"]

    @property
    def cues(self) -> list[str]:
        """The cues that parsing must bring."""
        return sorted({cue.removesuffix("#") for _, _, cue in self.wanted} - {"page"})

    def read(self, page: Page) -> Reading:
        """Judge the page and the cues of its links."""
        found = targets(page, self.canon, nofollow=self.nofollow, texts=self.link_texts)
        guide = self.judges[GUIDE]
        wanted = [(use, GUIDE if self.judges[judge] is guide else judge, cue) for use, judge, cue in self.wanted]
        wants = list(dict.fromkeys([(GUIDE, "page"), *((judge, cue) for _, judge, cue in wanted)]))
        margins = dict(zip(wants, self._margins([self._ask(page, found, *want) for want in wants]), strict=True))
        own = margins[GUIDE, "page"]
        score = self._score(page, own)
        scores: dict[str, Any] = {"page": score}
        for use, judge, cue in wanted:
            curved = self.judges[judge].curve(margins[judge, cue])
            scores[use] = float(curved[0]) if cue == "page" else best_of_rows(curved, found)
        return Reading(found, score, float(own[0]), scores)

    def judge(self, page: Page) -> tuple[float, float]:
        """The guide's margin and score of the page; a page in a language not wanted scores nothing."""
        margins = self.judges[GUIDE].margins(page.text, self._seen(page))
        return float(margins[0]), self._score(page, margins)

    def explain(self, page: Page) -> list[tuple[str, float]]:
        """The terms that made the guide's margin of the page, the heaviest first."""
        return self.judges[GUIDE].explain(page.text, self._seen(page))

    def _score(self, page: Page, margins: Values) -> float:
        if self.languages and page.language not in self.languages and page.language != "und":
            return 0.0
        return float(self.judges[GUIDE].curve(margins)[0])

    def _ask(self, page: Page, found: Targets, judge: str, cue: str) -> Ask:
        if cue == "page":
            return Ask(judge, page.text, self._seen(page))
        text, (starts, ends) = cued(page, cue)
        return Ask(judge, text, Ranges(starts[found.links], ends[found.links]))

    def _seen(self, page: Page) -> Ranges:
        """The part of a page that is judged: all of it, or its title and the first characters of its text."""
        starts, ends = page.text.page
        if self.text_limit:
            body = page.text.places["body"][0]
            ends = np.minimum(ends, body + len(tokens(page.content[: self.text_limit])))
        return Ranges(starts, ends)

    def _margins(self, asks: Sequence[Ask]) -> list[Values]:
        """The margins of each; all that one judge is asked of one text in one call, for a call has its price."""
        together: dict[tuple[str, int], list[int]] = {}
        for place, ask in enumerate(asks):
            together.setdefault((ask.judge, id(ask.text)), []).append(place)
        margins: list[Values] = [np.zeros(0)] * len(asks)
        for places in together.values():
            ranges = [asks[place].ranges for place in places]
            joined = ranges[0] if len(ranges) == 1 else Ranges(*map(np.concatenate, zip(*ranges, strict=True)))
            values = self.judges[asks[places[0]].judge].margins(asks[places[0]].text, joined)
            begin = 0
            for place, one in zip(places, ranges, strict=True):
                margins[place] = values[begin : begin + len(one.starts)]
                begin += len(one.starts)
        return margins


def split_use(use: str) -> tuple[str, str]:
    """`cosine:anchor` is the judge `cosine` on the anchor; `anchor` alone is the guide's."""
    judge, colon, cue = use.partition(":")
    return (judge, cue) if colon else (GUIDE, use)


def best_of_rows(values: Values, found: Targets) -> Values:
    """Where a page links to a target more than once, its best link counts."""
    if len(values) == len(found.keys):
        return values
    best = np.full(len(found.keys), -np.inf)
    np.maximum.at(best, found.rows, values)
    return best
