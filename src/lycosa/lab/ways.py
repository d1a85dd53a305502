"""A way of hunting, as an experiment names it: a strategy, and whether its guide is trained again while it hunts.

best_first
best_first --retrain 100
best_first --retrain 100 --label 5
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lycosa import strategies
from lycosa.lab.records import LabError

if TYPE_CHECKING:
    from lycosa.strategies.base import Strategy

LIKE = "best_first --retrain 100, or with labels best_first --retrain 100 --label 5"
PATTERN = re.compile(r"(?P<strategy>.*?)(?: --retrain (?P<retrain>\d+)(?: --label (?P<label>\d+))?)?")


class Way(NamedTuple):
    """A strategy, and how its guide learns."""

    strategy: Strategy
    retrain: int = 0  # pages after which the guide is trained again; never
    label: int = 0  # pages that somebody labels before each round, by what the web knows

    @property
    def name(self) -> str:
        """As results have it: presets by what they mean."""
        retrain = f" --retrain {self.retrain}" if self.retrain else ""
        return f"{self.strategy!r}{retrain}" + (f" --label {self.label}" if self.label else "")


def way_of(name: str) -> Way:
    """The way of that name."""
    found = PATTERN.fullmatch(name.strip())
    if found is None or " --" in found["strategy"]:
        raise LabError(f"{name}: write it like {LIKE}")
    retrain, label = (int(found[part] or 0) for part in ("retrain", "label"))
    if found["retrain"] and not retrain:
        raise LabError(f"{name}: --retrain takes a number of pages above 0")
    return Way(strategies.find(found["strategy"]), retrain, label)


def strategy_of(name: str) -> Strategy:
    """The strategy of that way."""
    return way_of(name).strategy
