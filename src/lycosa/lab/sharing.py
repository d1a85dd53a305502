"""What all hunts of a topic make of a web's pages, worked out once: their targets, and the scores of judges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa import judges
from lycosa.crawl.reading import GUIDE, Reader, Reading, split_use
from lycosa.engines.hunts import begun, with_synonyms
from lycosa.lab.store import MOST_LINKS, NOT_RECORDED
from lycosa.topics.links import link_texts
from lycosa.webs.base import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lycosa.crawl.settings import Settings
    from lycosa.crawl.targets import Targets
    from lycosa.judges.base import Judge
    from lycosa.lab.store import Store
    from lycosa.pages.records import Page
    from lycosa.pages.urls import Canon
    from lycosa.strategies.base import Strategy
    from lycosa.topics.topic import Topic
    from lycosa.webs.base import Exchange


class StoredAnswers:
    """The answers of a stored web, for replays."""

    def __init__(self, store: Store, canon: Canon) -> None:
        self.store = store
        self.canon = canon
        self.numbers = store.numbers(canon)
        self.kept: dict[str, int | None] = {}
        self.last: int | None = None  # what was asked for last

    def number(self, url: str) -> int | None:
        """The answer's number; none where the URL is not in the web."""
        if url not in self.kept:
            self.kept[url] = self.numbers.get(self.canon.key(url))
        return self.kept[url]

    def get(self, url: str) -> tuple[Exchange | Failure, Page | None]:
        """The answer, and the page it is."""
        number = self.last = self.number(url)
        if number is None:
            return Failure(url, NOT_RECORDED, "the URL is not in this web"), None
        place = int(self.store.answers["page"][number])
        return self.store.answer(number), self.store.page(place) if place >= 0 else None


Rules = tuple[bool, frozenset[str]]


@dataclass(slots=True, eq=False)
class Common:
    """What is the same for all topics that are hunted on a web by the same rules."""

    answers: StoredAnswers
    found: dict[tuple[Rules, str], Targets] = field(default_factory=dict)
    links: int = 0

    def targets(self, page: Page, rules: Rules, work: Callable[[Page], Targets]) -> Targets:
        """Where a page's links lead."""
        got = self.found.get((rules, page.url))
        if got is None:
            got = work(page)
            self.links += len(got.rows)
            if self.links > MOST_LINKS:
                self.found.clear()
                self.links = len(got.rows)
            self.found[rules, page.url] = got
        return got


@dataclass(slots=True, eq=False)
class Sight:
    """A topic as it is hunted: who judges, and what was judged so far."""

    topic: Topic
    guide: str
    start: Sequence[Page]
    settings: Settings
    common: Common
    judges: dict[str, Judge] = field(default_factory=dict)
    own: dict[str, tuple[float, float]] = field(default_factory=dict)  # by page: the guide's score and margin
    values: dict[str, dict[str, Any]] = field(default_factory=dict)  # by use and page
    widened: Sight | None = None  # the topic with synonyms

    def seen_by(self, strategy: Strategy) -> Sight:
        """The topic as the strategy asks for it: some go by synonyms too."""
        topic = with_synonyms(self.topic, strategy, self.guide)
        if topic == self.topic:
            return self
        if self.widened is None:
            self.widened = Sight(topic, self.guide, self.start, self.settings, self.common)
        return self.widened

    def judge(self, name: str) -> Judge:
        """A judge made ready once; where it is the guide's like, the guide."""
        if name not in self.judges:
            wanted = judges.find(self.guide if name == GUIDE else name)
            like = next((judge for judge in self.judges.values() if judge.called == repr(wanted)), None)
            self.judges[name] = like or begun(repr(wanted), self.topic, self.start)
        return self.judges[name]

    def plain_reader(self) -> Reader:
        """A reader of the guide alone."""
        return _Once(self, {GUIDE: self.judge(GUIDE)}, ())

    def reader(self, strategy: Strategy, *, alone: bool = False) -> Reader:
        """A reader for one hunt. Judges that learn are its own, and nothing of theirs is shared.

        Alone, judges may be replaced by others while it runs.
        """
        names = [GUIDE, *sorted({split_use(use).judge for use in strategy.uses} - {GUIDE})]
        made = {name: self.judge(name) for name in names}
        if all(judge.shared for judge in made.values()):
            return _Once(self, made, strategy.uses) if alone else Sharing(self, made, strategy.uses)
        fresh = {name: begun(repr(judge), self.topic, self.start) for name, judge in made.items()}
        guide = fresh[GUIDE]
        own = {name: guide if judge.called == guide.called else judge for name, judge in fresh.items()}
        return _Once(self, own, strategy.uses)


class _Once(Reader):
    """Works out each page's targets once for all."""

    def __init__(self, sight: Sight, judges: Mapping[str, Judge], uses: Sequence[str]) -> None:
        settings, topic = sight.settings, sight.topic
        super().__init__(
            judges,
            uses,
            settings.canon,
            nofollow=settings.nofollow,
            languages=topic.languages,
            link_texts=link_texts(topic.scope),
            text_limit=settings.text_limit,
            language=topic.language,
            topic=topic,
        )
        self.sight = sight
        self.rules = (self.nofollow, self.link_texts)
        self.work = super().targets

    def targets(self, page: Page) -> Targets:
        """Where the page's links lead."""
        return self.sight.common.targets(page, self.rules, self.work)


class Sharing(_Once):
    """Asks its judges only for what nobody has asked before."""

    def __init__(self, sight: Sight, judges: Mapping[str, Judge], uses: Sequence[str]) -> None:
        super().__init__(sight, judges, uses)
        self.known = [(use, sight.values.setdefault(use, {})) for use in uses if use != "page"]
        self.made: dict[tuple[str, ...], Reader] = {}

    def read(self, page: Page) -> Reading:
        """The page's targets and scores."""
        url, own = page.url, self.sight.own
        if url not in own or any(url not in known for _, known in self.known):
            self._learn(page)
        score, margin = own[url]
        scores = {"page": score, **{use: known[url] for use, known in self.known}}
        return Reading(self.targets(page), score, margin, scores)

    def _learn(self, page: Page) -> None:
        missing = tuple(use for use, known in self.known if page.url not in known)
        if missing not in self.made:
            self.made[missing] = _Once(self.sight, self.judges, missing)
        reading = self.made[missing].read(page)
        self.sight.own[page.url] = reading.score, reading.margin
        for use in missing:
            self.sight.values[use][page.url] = _held(reading.scores[use])


def _held(value: Any) -> Any:
    """A value that is shared is not to be changed."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return value
