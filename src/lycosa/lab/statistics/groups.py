"""Topics by difficulty, domain and size (Pant and Srinivasan 2006, 10.2 and 10.5; Sundrani and Habeeb, section 5)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.lab.records import Values
    from lycosa.pages.records import Positions

QUARTERS = ("hardest", "hard", "easy", "easiest")
LEAST = 10  # topics of a domain that is looked at


class Group(NamedTuple):
    """Some of the topics."""

    name: str
    topics: Positions


def quarters(recall: Values) -> list[Group]:
    """Four groups of equal size, the hardest first: by the reference crawler's target recall at the end of its budget.

    Topics that it has not hunted are in none; where four does not go into their number, the first groups have one more.
    """
    told = np.flatnonzero(~np.isnan(recall))
    ranked = told[np.argsort(recall[told], kind="stable")]
    return [Group(name, part) for name, part in zip(QUARTERS, np.array_split(ranked, 4), strict=True) if len(part)]


def domains(names: Sequence[str], least: int = LEAST) -> list[Group]:
    """The top-level categories with topics enough, by name."""
    named = np.array(names, dtype=object)
    groups = [Group(name, np.flatnonzero(named == name)) for name in sorted(set(names))]
    return [group for group in groups if len(group.topics) >= least]


def sizes(targets: Values) -> list[Group]:
    """Large topics and rare ones: those above the median number of targets, and the others."""
    if not len(targets):
        return []
    large = targets > np.median(targets)
    groups = [Group("large", np.flatnonzero(large)), Group("rare", np.flatnonzero(~large))]
    return [group for group in groups if len(group.topics)]


class Related(NamedTuple):
    """How two columns go together over topics."""

    topics: int
    pearson: float
    spearman: float


def correlation(first: Values, second: Values) -> Related:
    """Over the topics that have both."""
    told = ~np.isnan(first) & ~np.isnan(second)
    one, other = first[told], second[told]
    return Related(int(told.sum()), _pearson(one, other), _pearson(ranks(one), ranks(other)))


def _pearson(one: Values, other: Values) -> float:
    if len(one) < 2 or not (np.ptp(one) > 0 and np.ptp(other) > 0):
        return math.nan
    return float(np.corrcoef(one, other)[0, 1])


def ranks(values: Values) -> Values:
    """1 for the least; equal values share the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: Values = ((ends - counts + 1 + ends) / 2)[inverse]
    return shared
