"""One hunt replayed from plain arguments, and all there is to tell of it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines import earlier
from lycosa.engines.hunts import START, assemble, check_needs, instead, reader_for, shown, with_synonyms
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from lycosa.judges.ladder import USUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Stopped
    from lycosa.crawl.tally import Tally
    from lycosa.engines.answers import Answers
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to hunt, from where and by which rules: all that hunts to be compared have in common."""

    topic: Topic
    seeds: Sequence[str]
    judge: str = USUAL
    settings: Settings = field(default_factory=Settings)
    in_flight: int = 1
    given: Mapping[str, Any] = field(default_factory=dict)
    earlier: Path | None = None  # a collection, or a file, of what a strategy learned before


class Catch(NamedTuple):
    """A page that was caught."""

    key: int
    url: str
    score: float
    title: str
    language: str


@dataclass(frozen=True, slots=True)
class Hunted:
    """A hunt that is over. `catches` leaves the seeds out, and has the order in which the pages came."""

    strategy: str
    tally: Tally
    trace: Trace
    stopped: Stopped
    seconds: float
    catches: list[Catch]
    judge: str  # that steered

    @property
    def harvest(self) -> float:
        """Relevant pages per fetch, failed ones included."""
        return self.tally.relevant / self.tally.fetches if self.tally.fetches else 0.0

    @property
    def languages(self) -> Counter[str]:
        """How many pages caught are in which language."""
        return Counter(catch.language for catch in self.catches)


def start_pages(answers: Answers, topic: Topic, seeds: Sequence[str]) -> list[Page]:
    """The pages a judge is shown: the topic's examples that this web has, or else the seeds."""
    for urls in (shown(topic), instead(topic, seeds)):
        pages = [page for page in map(answers.arrived, urls) if page]
        if pages:
            return pages[:START]
    return []


def hunt(answers: Answers, plan: Plan, strategy: str, watch: Callable[[Crawl], None] | None = None) -> Hunted:
    """Replay one hunt to its end; `watch` is shown the crawl before its first ticket."""
    begun = time.perf_counter()
    chosen = strategies.find(strategy)
    topic = with_synonyms(plan.topic, chosen, plan.judge)
    start = start_pages(answers, topic, plan.seeds)
    given = {**plan.given, **earlier.given(plan.earlier, strategy)}
    check_needs(chosen, topic, start, given)
    reader = reader_for(topic, chosen, plan.judge, start, plan.settings)
    crawl = assemble(topic, chosen, reader, plan.seeds, plan.settings, given)
    trace = Trace(crawl)
    if watch:
        watch(crawl)
    stopped = replay(crawl, answers, plan.in_flight)
    seconds = time.perf_counter() - begun
    caught = _catches(answers, crawl, trace)
    return Hunted(repr(chosen), crawl.tally, trace, stopped, seconds, caught, crawl.reader.guide)


def _catches(answers: Answers, crawl: Crawl, trace: Trace) -> list[Catch]:
    seeds = set(crawl.hunt.seeds.tolist())
    found = []
    for key, url, score in zip(trace.keys, trace.urls, trace.scores, strict=True):
        page = answers.page(url) if key and key not in seeds else None
        if page:
            found.append(Catch(key, url, score, page.title, page.language))
    return found
