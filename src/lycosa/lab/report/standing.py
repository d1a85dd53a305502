"""Where each strategy stands: its mean over topics, and how sure its difference from the reference is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.lab import measures
from lycosa.lab.measures.across import FLOOR
from lycosa.lab.records import LabError
from lycosa.lab.report import chosen
from lycosa.lab.results import canonical
from lycosa.lab.statistics.intervals import standard_error
from lycosa.lab.statistics.pairs import LEVEL, Pair, compared, holm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.lab.measures.base import OfRun
    from lycosa.lab.records import Values
    from lycosa.lab.results import Results

REFERENCES = ("full_page", FLOOR)
BEST = 3  # competitors that figures single out, beside the reference and breadth-first
ORACLES = "target_recall_area"  # what the oracle is after, and nothing else
OVER = 1e-9  # what is above by less is equal


class Line(NamedTuple):
    """A strategy's place."""

    strategy: str
    bound: bool
    mean: float
    error: float
    pair: Pair | None  # against the reference; none of the reference itself
    p: float  # of the pair, by permutation, corrected for all that are read together

    @property
    def verdict(self) -> str:
        """above, below, or same where they cannot be told apart."""
        if self.pair is None or not self.p <= LEVEL:
            return "same"
        return "above" if self.pair.difference > 0 else "below"


class Over(NamedTuple):
    """A topic on which a strategy had more than the oracle."""

    web: str
    topic: str
    strategy: str
    value: float
    oracle: float


@dataclass(frozen=True, eq=False)
class Standing:
    """All strategies by one measure against one reference."""

    results: Results
    measure: OfRun
    reference: str

    @cached_property
    def table(self) -> Values:
        """Strategies by topics."""
        return self.results.table(self.measure)

    def of(self, strategy: str) -> Values:
        """A strategy's value of each topic."""
        row: Values = self.table[self.results.strategies.index(strategy)]
        return row

    @cached_property
    def lines(self) -> list[Line]:
        """Best first."""
        pairs = {name: self._pair(name) for name in self.results.strategies}
        read = [name for name in self.results.competitors if name != self.reference]
        corrected = dict(zip(read, holm([_p(pairs[name]) for name in read]), strict=True))
        lines = [
            Line(
                name,
                name in self.results.bounds,
                mean,
                error,
                pairs[name],
                corrected.get(name, _p(pairs[name])),
            )
            for name, mean, error in zip(self.results.strategies, self.means, self.errors, strict=True)
        ]
        key = -1.0 if self.measure.better != "less" else 1.0
        return sorted(lines, key=lambda line: (math.isnan(line.mean), key * line.mean, line.strategy))

    @cached_property
    def means(self) -> list[float]:
        """By strategy."""
        found: list[float] = self.results.over_topics(self.measure).tolist()
        return found

    @cached_property
    def errors(self) -> list[float]:
        """By strategy; NaN of one topic."""
        return [float(standard_error(row[~np.isnan(row)])) for row in self.table]

    def _pair(self, name: str) -> Pair | None:
        return self.against(name, self.reference) if name != self.reference else None

    def against(self, first: str, second: str) -> Pair | None:
        """One against another, over the topics that both have a value of."""
        one, other = self.of(first), self.of(second)
        told = ~np.isnan(one) & ~np.isnan(other)
        return compared(one[told], other[told]) if told.any() else None

    @property
    def competitors(self) -> list[Line]:
        """Best first, without bounds."""
        return [line for line in self.lines if not line.bound]

    @cached_property
    def focus(self) -> list[str]:
        """The few that figures single out: the reference, breadth-first, the best, then the bounds."""
        best = [line.strategy for line in self.competitors if line.strategy not in {self.reference, FLOOR}][:BEST]
        ground = [name for name in (self.reference, FLOOR) if name in self.results.hunted]
        bounds = [line.strategy for line in self.lines if line.bound]
        return list(dict.fromkeys([*best, *ground, *bounds]))

    @cached_property
    def above_oracle(self) -> list[Over]:
        """Every topic and strategy above it: it takes the nearest target greedily, and that need not be the best."""
        if "oracle" not in self.results.hunted:
            return []
        recall = self.by(ORACLES)
        oracle = recall.of("oracle")
        return [
            Over(*self.results.topics[topic], name, float(recall.of(name)[topic]), float(oracle[topic]))
            for topic in range(len(oracle))
            for name in self.results.strategies
            if recall.of(name)[topic] > oracle[topic] + OVER
        ]

    def by(self, name: str) -> Standing:
        """The same by another measure."""
        return replace(self, measure=measures.of_run(name))


def _p(pair: Pair | None) -> float:
    return pair.p_either if pair else math.nan


def standing(results: Results, measure: str = "", against: str = "") -> Standing:
    """Where all strategies stand by the measure, against the reference; both are found where not named."""
    if against and canonical(against) not in results.hunted:
        raise LabError(f"{against}: not among the strategies: {', '.join(results.strategies)}")
    wanted: Sequence[str] = [against] if against else REFERENCES
    present = [canonical(name) for name in wanted if canonical(name) in results.hunted]
    names = [*present, *results.competitors, *results.strategies]
    return Standing(results, chosen.main(results, measure), names[0])
