"""One run of an experiment: a hunt replayed on a stored web, fetch by fetch."""

from __future__ import annotations

import resource
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.crawl.events import Duplicated, Fed, Lost, Redirected
from lycosa.engines.hunts import assemble
from lycosa.engines.replay import replay
from lycosa.lab.records import AGAIN, DUPLICATE, FAILURE, FETCH, OUTSIDE, PAGE, REDIRECT, Run
from lycosa.lab.retrained import Retrained
from lycosa.lab.store import NOT_RECORDED
from lycosa.lab.ways import way_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Event
    from lycosa.crawl.settings import Settings
    from lycosa.lab.sharing import Sight, StoredAnswers

NO_PAGE = {Lost: FAILURE, Redirected: REDIRECT, Duplicated: DUPLICATE}


class Fetches:
    """Listens to a crawl: a row a fetch."""

    def __init__(self, crawl: Crawl, answers: StoredAnswers) -> None:
        self.crawl = crawl
        self.answers = answers
        self.rows: list[tuple[int, int, int, int, float, float]] = []
        self.links = 0
        crawl.listeners.append(self.hear)

    def hear(self, event: Event) -> None:
        """Note what a fetch brought."""
        if isinstance(event, Fed):
            kind = AGAIN if event.again else PAGE
            self.links += event.links
            self.rows.append((event.key, self._place(), kind, event.depth, event.score, event.margin))
        elif type(event) in NO_PAGE:
            key = self.answers.canon.key(event.url)  # type: ignore[union-attr]  # all of these have one
            place = self._place() if isinstance(event, Duplicated) else OUTSIDE
            self.rows.append((key, place, NO_PAGE[type(event)], -1, np.nan, np.nan))

    def _place(self) -> int:
        """The page that was asked for last: it is what the event tells of."""
        last = self.answers.last
        return OUTSIDE if last is None else int(self.answers.store.answers["page"][last])

    def table(self) -> np.ndarray[Any, Any]:
        """The rows; depths of what brought no page are looked up at the end."""
        known = self.crawl.known
        depth = dict(zip(known.records["key"][: known.ended].tolist(), known.records["depth"].tolist(), strict=False))
        rows = [row if row[3] >= 0 else (*row[:3], depth.get(row[0], 0), *row[4:]) for row in self.rows]
        return np.array(rows, FETCH)


def run(
    sight: Sight,
    name: str,
    seeds: Sequence[str],
    settings: Settings,
    *,
    repetition: int = 0,
    in_flight: int = 1,
    given: Mapping[str, Any] | None = None,
) -> Run:
    """Replay one hunt to its end; `name` is a way of hunting."""
    way = way_of(name)
    chosen = way.strategy
    begun = time.process_time()
    sight = sight.seen_by(chosen)
    crawl = assemble(sight.topic, chosen, sight.reader(chosen, alone=bool(way.retrain)), seeds, settings, given)
    drawn = crawl.rng.bit_generator.state
    fetches = Fetches(crawl, sight.common.answers)
    retrained = Retrained(crawl, sight, way) if way.retrain else None
    stopped = replay(crawl, sight.common.answers, in_flight, fed=retrained.fed if retrained else None)
    seconds = time.process_time() - begun
    tally = crawl.tally
    facts = {
        "seconds": seconds,
        "links": float(fetches.links),
        "pages": float(tally.pages),
        "relevant": float(tally.relevant),
        "bytes": float(tally.size),
        "requests": float(tally.fetches),
        "failures": float(tally.failures),
        "outside": float(tally.reasons.get(NOT_RECORDED, 0)),
        "waiting": float(len(crawl.frontier)),
        "epochs": float(chosen.epoch),
        "trainings": float(sum(one.kept for one in retrained.retraining.rounds) if retrained else 0),
        "peak_memory": peak_memory(),
        "lots": float(crawl.rng.bit_generator.state != drawn),
    }
    return Run(
        sight.common.answers.store.name,
        sight.topic.name,
        way.name,
        repetition,
        settings.fetches,
        fetches.table(),
        stopped.words,
        facts,
    )


def peak_memory() -> float:
    """Bytes that this process has had at most."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(most if sys.platform == "darwin" else most * 1024)
