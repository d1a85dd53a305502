"""Upper confidence bounds over hosts: the share of relevant pages, raised for hosts that were little tried."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.host_thompson import BASE, HostThompson

if TYPE_CHECKING:
    from lycosa.pages.names import Name
    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Heads, Values


class HostUcb(HostThompson):
    """The host whose share of relevant pages, plus a bonus for few trials, times its best link, is largest.

    After n of t fetches, g of them relevant, a host is worth (g+1)/(n+2) + sqrt(2 ln t/(n+1)). With `rule='greedy'`
    there is no bonus: instead any awake host comes next, each as likely, at first in a share `explore` of the fetches,
    and ever more seldom: explore/(1 + t/1000).

    >>> HostUcb(rule="greedy", explore=0.05)
    host_ucb(rule='greedy', explore=0.05)
    """

    word = "host_ucb"
    paper = "Meusel, Mika and Blanco 2014, host bandits; Auer, Cesa-Bianchi and Fischer 2002"
    choices: ClassVar = {"rule": ("ucb", "greedy")}
    least: ClassVar = {"explore": 0, "relevant": 0}

    def __init__(
        self,
        base: Strategy | Name = BASE,
        rule: str = "ucb",
        explore: float = 0.1,
        relevant: float = 0.5,
    ) -> None:
        super().__init__(base, relevant=relevant)
        self.rule = rule
        self.explore = explore

    def choose(self, heads: Heads) -> int:
        """At times any, else the best."""
        rng = self.hunt.rng
        if self.rule == "greedy" and rng.random() < self.explore / (1 + self.counts.sum() / 1000):
            return int(rng.integers(len(heads.lane)))
        return super().choose(heads)

    def values(self, heads: Heads) -> Values:
        """The share, and the bonus."""
        good, bad = self.of(heads)
        fetches = good + bad
        values: Values = (good + 1) / (fetches + 2)
        if self.rule == "ucb":
            values += np.sqrt(2 * math.log(max(int(self.counts.sum()), 1)) / (fetches + 1))
        return values
