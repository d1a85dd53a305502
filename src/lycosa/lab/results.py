"""The results of an experiment as tables: strategies by topics, on the topics that every strategy hunted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.lab import files
from lycosa.lab.measures.base import by_topic, over_topics
from lycosa.lab.records import LabError
from lycosa.lab.ways import strategy_of, way_of
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from lycosa.lab.measures.base import Curve, Measure, OfRun
    from lycosa.lab.records import Ground, Run, Values
    from lycosa.pages.records import Positions

BOUNDS = ("oracle", "oracle_guide")
MOST = 120  # points of a curve that are kept


@dataclass(frozen=True, eq=False)
class Results:
    """The runs of one budget. A topic is known by its web and its name."""

    budget: int
    topics: Sequence[tuple[str, str]]
    grounds: Sequence[Ground]  # by topic
    hunted: Mapping[str, Sequence[Sequence[Run]]]  # strategy to its repetitions of each topic
    manifest: Mapping[str, Any] = field(default_factory=dict)
    left_out: Sequence[str] = ()  # in words: strategies and topics that were not hunted in full

    @property
    def strategies(self) -> list[str]:
        """Their names."""
        return list(self.hunted)

    @cached_property
    def bounds(self) -> frozenset[str]:
        """The strategies that know what no hunter can: never competitors."""
        return frozenset(name for name in self.hunted if is_bound(name))

    @property
    def competitors(self) -> list[str]:
        """All others."""
        return [name for name in self.hunted if name not in self.bounds]

    def has(self, measure: Measure) -> bool:
        """Whether all grounds have what it reads."""
        return not any(measure.missing(ground) for ground in self.grounds)

    def table(self, measure: OfRun) -> Values:
        """Strategies by topics, the mean of the repetitions in each place."""
        return np.array([by_topic(measure, runs, self.grounds) for runs in self.hunted.values()])

    def over_topics(self, measure: OfRun) -> Values:
        """One number per strategy: the mean over topics; of a ratio, the ratio of the means."""
        return np.array([over_topics(measure, runs, self.grounds) for runs in self.hunted.values()])

    @cached_property
    def points(self) -> Positions:
        """The numbers of fetches that curves are told at: all, or as many as are told apart on a page."""
        return np.unique(np.linspace(1, self.budget, min(self.budget, MOST)).round().astype(np.int64))

    def curves(self, measure: Curve, names: Sequence[str] = ()) -> Values:
        """Strategies, all or those named, by topics by points, the mean of the repetitions in each place."""
        return np.array(
            [
                [
                    np.mean([measure.curve(run, ground)[self.points - 1] for run in few], axis=0)
                    for few, ground in zip(runs, self.grounds, strict=True)
                ]
                for runs in map(self.hunted.__getitem__, names or self.hunted)
            ]
        )

    def facts(self, name: str) -> list[Any]:
        """A fact of each topic, None where it is not known."""
        return [ground.facts.get(name) for ground in self.grounds]


def is_bound(name: str) -> bool:
    """Whether a strategy is a bound, as it says of itself; of one not known here its name must say it."""
    try:
        return strategy_of(name).bound
    except LycosaError:
        return name in BOUNDS


def canonical(name: str) -> str:
    """A strategy's name as results have it: presets by what they mean."""
    try:
        return way_of(name).name
    except LycosaError:
        return name


def load(folder: Path, budget: int = 0) -> Results:
    """The results of a folder, for its largest budget or the one named."""
    return gathered(files.runs(folder), files.grounds(folder), files.manifest(folder), budget)


def gathered(
    runs: Iterable[Run],
    grounds: Mapping[tuple[str, str], Ground],
    manifest: Mapping[str, Any] | None = None,
    budget: int = 0,
) -> Results:
    """Runs by strategy and topic. Only what is complete is compared; what is not is named."""
    found = list(runs)
    budgets = sorted({run.budget for run in found})
    if not found:
        raise LabError("no run is there yet: lycosa lab run makes them")
    if budget and budget not in budgets:
        raise LabError(f"no run has a budget of {budget}; there are: {', '.join(map(str, budgets))}")
    budget = budget or budgets[-1]
    by_place: dict[str, dict[tuple[str, str], list[Run]]] = {}
    for run in found:
        if run.budget == budget and (run.web, run.topic) in grounds:
            by_place.setdefault(run.strategy, {}).setdefault((run.web, run.topic), []).append(run)
    return _complete(by_place, grounds, manifest or {}, budget)


def _complete(
    by_place: Mapping[str, Mapping[tuple[str, str], list[Run]]],
    grounds: Mapping[tuple[str, str], Ground],
    manifest: Mapping[str, Any],
    budget: int,
) -> Results:
    """A strategy that hunted fewer than half of the topics is left out, then each topic that another has not hunted."""
    counts = Counter(topic for topics in by_place.values() for topic in topics)
    kept = [name for name, topics in by_place.items() if 2 * len(topics) >= len(counts)]
    topics = [topic for topic in sorted(counts) if all(topic in by_place[name] for name in kept)]
    if not topics:
        raise LabError("no topic was hunted by every strategy; let lycosa lab run go on, then ask again")
    left = [f"{name} ({len(found)} of {len(counts)} topics)" for name, found in by_place.items() if name not in kept]
    left += [f"{topic} of {web}" for web, topic in sorted(counts) if (web, topic) not in topics]
    return Results(
        budget,
        topics,
        [grounds[topic] for topic in topics],
        {name: [by_place[name][topic] for topic in topics] for name in sorted(kept)},
        manifest,
        left,
    )
