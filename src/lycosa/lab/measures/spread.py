"""How varied the relevant part of the catch is: hosts, and contents that differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.catch import firsts, pages_of, running
from lycosa.lab.measures.base import Curve, OfRun
from lycosa.lab.measures.harvest import COLUMNS, JUDGES, harvested

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run, Values

FAMILY = "spread"


class Distinct(Curve):
    """How many values of a column the relevant pages have so far."""

    column = ""
    unit = "pages"
    family = FAMILY
    choices: ClassVar = JUDGES

    def __init__(self, judge: str = "labels", at: int = 0) -> None:
        super().__init__(at)
        self.judge = judge

    @property
    def needs(self) -> tuple[str, ...]:
        """The column, and the judge's."""
        return (self.column, *COLUMNS[self.judge])

    def curve(self, run: Run, ground: Ground) -> Values:
        """Values so far."""
        places = harvested(run, ground, self.judge)
        values = ground.columns[self.column][pages_of(run, places)]
        return running(firsts(values, places), run.budget).astype(np.float64)


class Hosts(Distinct):
    """How many hosts the relevant pages are on."""

    word = "hosts"
    column = "host"
    unit = "hosts"
    paper = "strategies, section 4.3"


class Contents(Distinct):
    """How many relevant pages differ in content."""

    word = "contents"
    column = "digest"
    paper = "García Dorado 2008, chapter 9: pages are told apart by digest"


class HostShare(OfRun):
    """The share of the relevant pages that are on one host, the one with most."""

    word = "host_share"
    family = FAMILY
    better = "less"
    choices: ClassVar = JUDGES
    paper = "strategies, section 4.3"

    def __init__(self, judge: str = "labels") -> None:
        self.judge = judge

    @property
    def needs(self) -> tuple[str, ...]:
        """Hosts, and the judge's column."""
        return ("host", *COLUMNS[self.judge])

    def shares(self, run: Run, ground: Ground) -> Values:
        """Each host's share."""
        pages = pages_of(run, harvested(run, ground, self.judge))
        counts = np.unique(ground.columns["host"][pages], return_counts=True)[1]
        shares: Values = counts / max(1, len(pages))
        return shares

    def of(self, run: Run, ground: Ground) -> float:
        """The largest."""
        shares = self.shares(run, ground)
        return float(shares.max()) if len(shares) else math.nan


class EffectiveHosts(HostShare):
    """Hosts as many as would be as varied with equal shares: e to the entropy of the relevant pages' hosts."""

    word = "effective_hosts"
    unit = "hosts"
    better = "more"

    def of(self, run: Run, ground: Ground) -> float:
        """At most the number of hosts."""
        shares = self.shares(run, ground)
        return float(np.exp(-np.sum(shares * np.log(shares)))) if len(shares) else math.nan
