"""What a waiting URL keeps when it is sighted again: the rules that `merge` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.records import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Values

    Merged = tuple[Values, NDArray[np.bool_]]  # priorities, and where the new sighting won


def first(old: Rows, new: Rows) -> Merged:
    """The first offer stays."""
    return old.priority, np.zeros(len(new.priority), np.bool_)


def last(old: Rows, new: Rows) -> Merged:
    """The newest offer replaces."""
    return new.priority, np.ones(len(old.priority), np.bool_)


def largest(old: Rows, new: Rows) -> Merged:
    """The larger, the older one of equals."""
    wins = new.priority > old.priority
    return np.where(wins, new.priority, old.priority), wins


def smallest(old: Rows, new: Rows) -> Merged:
    """The smaller, the older one of equals."""
    wins = new.priority < old.priority
    return np.where(wins, new.priority, old.priority), wins


def total(old: Rows, new: Rows) -> Merged:
    """The sum of all sightings."""
    return old.priority + new.priority, np.ones(len(old.priority), np.bool_)


def mean(old: Rows, new: Rows) -> Merged:
    """The mean of all sightings."""
    every = old.priority * old.times + new.priority * new.times
    return every / (old.times + new.times), np.ones(len(old.priority), np.bool_)


def halfway(old: Rows, new: Rows) -> Merged:
    """(old + new) / 2, the mean of García Dorado 2008."""
    return (old.priority + new.priority) / 2, np.ones(len(old.priority), np.bool_)


RULES = {
    "first": first,
    "last": last,
    "max": largest,
    "min": smallest,
    "sum": total,
    "mean": mean,
    "halfway": halfway,
}


def merge(rule: str, old: Rows, new: Rows) -> Rows:
    """Priority by the rule; lane and trail of the sighting that won (the newest, where all count)."""
    priority, wins = RULES[rule](old, new)
    lane, trail = np.where(wins, new.lane, old.lane), np.where(wins, new.trail, old.trail)
    return Rows(priority, lane, old.times + new.times, trail, old.keys)
