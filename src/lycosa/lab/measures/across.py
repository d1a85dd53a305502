"""Strategies beside each other: how near they come to the ceiling, and how much of their catch is the same."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.catch import catch, pages_of
from lycosa.lab.measures.base import Across, MeasureError, over_topics, quotient
from lycosa.lab.measures.harvest import HarvestArea
from lycosa.lab.measures.targets import TargetRecallArea

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.lab.measures.base import Area, Hunted
    from lycosa.lab.records import Ground, Run, Values

FLOOR = "breadth_first"
AREAS: dict[str, type[Area]] = {"target_recall_area": TargetRecallArea, "harvest_area": HarvestArea}


class ShareOfCeiling(Across):
    """How much of what can be gained over breadth-first a strategy gains: (area - floor) / (bound - floor).

    All three are means over topics; so it is a ratio of means, never a mean of ratios.
    """

    word = "share_of_ceiling"
    choices: ClassVar = {"area": tuple(AREAS), "bound": ("oracle_guide", "oracle")}
    paper = "strategies, section 4.3"

    def __init__(self, area: str = "target_recall_area", bound: str = "oracle_guide") -> None:
        self.area = area
        self.bound = bound

    def over(self, hunted: Hunted, grounds: Sequence[Ground]) -> Values:
        """A share for each strategy."""
        missing = [name for name in (FLOOR, self.bound) if name not in hunted]
        if missing:
            raise MeasureError(f"{self}: needs runs of {' and '.join(missing)}; add them to the experiment")
        area = AREAS[self.area]()
        means = {name: over_topics(area, runs, grounds) for name, runs in hunted.items()}
        room = means[self.bound] - means[FLOOR]
        return np.array([quotient(mean - means[FLOOR], room) for mean in means.values()])


class Overlap(Across):
    """The share of their new pages that two strategies have in common, told apart by content.

    Where both caught as many, it is the seed's share of either; else of the mean of both. Over topics, repetitions
    aside, it is a ratio of sums.
    """

    word = "overlap"
    least: ClassVar = {"at": 0}
    paper = "García Dorado 2008, chapter 9, tables 9.1 to 9.17"

    def __init__(self, at: int = 0) -> None:
        self.at = at

    @property
    def needs(self) -> tuple[str, ...]:
        """Contents."""
        return ("digest",)

    def over(self, hunted: Hunted, grounds: Sequence[Ground]) -> Values:
        """A table of each strategy by each; the first repetition of each."""
        names = list(hunted)
        both, either = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
        for topic, ground in enumerate(grounds):
            held = self._held([hunted[name][topic][0] for name in names], ground)
            sizes = held.sum(axis=1)
            both += held @ held.T
            either += sizes[:, None] + sizes[None, :]
        shares: Values = np.divide(2 * both, either, out=np.full(both.shape, math.nan), where=either > 0)
        return shares

    def _held(self, runs: Sequence[Run], ground: Ground) -> Values:
        """Which contents each run has."""
        contents, numbers = np.unique(ground.columns["digest"], return_inverse=True)
        held = np.zeros((len(runs), len(contents)))
        for row, run in zip(held, runs, strict=True):
            places = catch(run, ground)
            kept = places[places < self.at] if self.at else places
            row[numbers[pages_of(run, kept)]] = 1
        return held
