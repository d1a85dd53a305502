"""What the crawl needs of a page: its targets, one row each, and the scores the strategy asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.crawl.targets import targets
from lycosa.crawl.token_rows import first_told, page_tokens, row_tokens
from lycosa.crawl.widening import Widening
from lycosa.pages.cues import cued
from lycosa.pages.records import Ranges
from lycosa.pages.tokens import tokens
from lycosa.topics.languages import is_gated
from lycosa.topics.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.crawl.targets import Targets
    from lycosa.judges.base import Judge, Values
    from lycosa.pages.records import Page, Text
    from lycosa.pages.urls import Canon

GUIDE = ""  # the name of the judge that steers
COLUMNS = ("tag_path",)  # cues that are no text: handed on as they are


class Use(NamedTuple):
    """What a strategy asks for, taken apart."""

    judge: str  # "" for the guide
    cue: str
    words: str | None = None  # "" for the words themselves, "stems" for their stems without stop-words
    raw: bool = False  # margins, not scores
    wider: str = ""  # what is added to short ones: "synonyms(10)"

    @property
    def asked(self) -> tuple[str, str, str]:
        """Who is asked about what."""
        return self.judge, self.cue, self.wider


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
        language: str = "en",
        topic: Topic | None = None,
    ) -> None:
        self.judges = dict(judges)
        self.guide = judges[GUIDE].called  # who steers, by name
        self.canon = canon
        self.nofollow = nofollow
        self.languages = frozenset(languages)
        self.link_texts = frozenset(" ".join(tokens(text)) for text in link_texts)
        self.text_limit = text_limit
        self.language = language
        self.uses = tuple(uses)
        self.wanted = [(use, split_use(use)) for use in uses if use != "page"]
        wider = dict.fromkeys(use.wider for _, use in self.wanted if use.wider)
        self.widenings = {name: Widening(name, topic or Topic()) for name in wider}
        self._plan()

    @property
    def cues(self) -> list[str]:
        """The cues that parsing must bring."""
        return sorted({use.cue for _, use in self.wanted} - {"page"})

    def guide_by(self, guide: Judge) -> None:
        """Another guide, also where the strategy names the one before."""
        before, self.guide = self.judges[GUIDE], guide.called
        self.judges.update({name: guide for name, judge in self.judges.items() if judge is before})
        self._plan()

    def _plan(self) -> None:
        """Who is asked about what, for all pages."""
        self.judged = [(name, self._named(use)) for name, use in self.wanted if _is_score(use)]
        self.told = [(name, use) for name, use in self.wanted if not _is_score(use)]
        self.asked = list(dict.fromkeys([(GUIDE, "page", ""), *(use.asked for _, use in self.judged)]))

    def read(self, page: Page) -> Reading:
        """Judge the page and the cues of its links."""
        found = self.targets(page)
        values = self._margins([self._ask(page, found, *ask) for ask in self.asked])
        margins = dict(zip(self.asked, values, strict=True))
        own = margins[GUIDE, "page", ""]
        score = self._score(page, own)
        scores: dict[str, Any] = {"page": score}
        for name, use in self.judged:
            held = margins[use.asked]
            curved = held if use.raw else self._curved(page, use, held)
            scores[name] = _single(curved) if use.cue == "page" else best_of_rows(curved, found)
        for name, use in self.told:
            scores[name] = self._told(page, found, use)
        return Reading(found, score, float(own[0]), scores)

    def _curved(self, page: Page, use: Use, margins: Values) -> Values:
        """Scores; of a page in a language not wanted none is above nothing, whichever judge gives it."""
        curved = self.judges[use.judge].curve(margins)
        return curved * 0.0 if use.cue == "page" and is_gated(page.language, self.languages) else curved

    def targets(self, page: Page) -> Targets:
        """Where the page's links lead."""
        return targets(page, self.canon, nofollow=self.nofollow, texts=self.link_texts)

    def _named(self, use: Use) -> Use:
        """Where the judge that is named is the guide, the guide."""
        return use._replace(judge=GUIDE) if self.judges[use.judge] is self.judges[GUIDE] else use

    def _told(self, page: Page, found: Targets, use: Use) -> Any:
        """What no judge is asked for: words, or a column."""
        if use.words is None:
            column = page.links.columns[use.cue]
            firsts = first_told(found, np.ones(len(found.links), np.bool_))
            return [column[link] for link in found.links[firsts].tolist()]
        if use.cue == "page":
            return page_tokens(page.text, self._seen(page), use.words, self.language)
        return row_tokens(page, found, use.cue, use.words, self.language)

    def judge(self, page: Page) -> tuple[float, float]:
        """The guide's margin and score of the page; a page in a language not wanted scores nothing."""
        margins = self.judges[GUIDE].margins(page.text, self._seen(page))
        return float(margins[0]), self._score(page, margins)

    def explain(self, page: Page) -> list[tuple[str, float]]:
        """The terms that made the guide's margin of the page, the heaviest first."""
        return self.judges[GUIDE].explain(page.text, self._seen(page))

    def _score(self, page: Page, margins: Values) -> float:
        if is_gated(page.language, self.languages):
            return 0.0
        return float(self.judges[GUIDE].curve(margins)[0])

    def _ask(self, page: Page, found: Targets, judge: str, cue: str, wider: str) -> Ask:
        if cue == "page":
            return Ask(judge, page.text, self._seen(page))
        text, (starts, ends) = cued(page, cue)
        ranges = Ranges(starts[found.links], ends[found.links])
        if wider:
            text, ranges = self.widenings[wider](text, ranges)
        return Ask(judge, text, ranges)

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


def split_use(use: str) -> Use:
    """`cosine:anchor` is the judge `cosine` on the anchor, `anchor` alone is the guide's; `anchor#` its words.

    `cosine:anchor!` are margins instead of scores; `anchor+synonyms(3)` adds those of the query to short anchors.
    """
    judge, colon, cue = use.removesuffix("!").partition(":")
    cue, sign, form = (cue if colon else use.removesuffix("!")).partition("#")
    cue, _, wider = cue.partition("+")
    return Use(judge if colon else GUIDE, cue, form if sign else None, use.endswith("!"), wider)


def _is_score(use: Use) -> bool:
    return use.words is None and use.cue not in COLUMNS


def _single(curved: Values) -> Any:
    """A page's score; of a judge over classes one a class."""
    return float(curved[0]) if curved.ndim == 1 else curved[0]


def best_of_rows(values: Values, found: Targets) -> Values:
    """Where a page links to a target more than once, its best link counts."""
    if len(values) == len(found.keys):
        return values
    best = np.full((len(found.keys), *values.shape[1:]), -np.inf)
    np.maximum.at(best, found.rows, values)
    return best
