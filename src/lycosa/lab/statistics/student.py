"""Student's t: probabilities, quantiles, and the paired one-sided test of Pant and Srinivasan 2006."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from lycosa.lab.records import Values

FAR = 1e8  # beyond any quantile that is asked for
HALVINGS = 200


def between(t: Values | float, degrees: int) -> Values:
    """The probability of a value between -t and t: a finite sum for whole degrees of freedom."""
    t = np.abs(np.asarray(t, np.float64))
    angle = np.arctan2(t, np.sqrt(degrees))
    cos2 = np.cos(angle) ** 2
    odd = degrees % 2
    term = np.cos(angle) if odd else np.ones_like(angle)
    total = term if degrees > 1 else np.zeros_like(angle)
    for power in range(2 + odd, degrees - 1, 2):
        term = term * cos2 * (power - 1) / power
        total = total + term
    summed = np.sin(angle) * total
    within: Values = np.clip(2 / np.pi * (angle + summed) if odd else summed, 0.0, 1.0)
    return within


def above(t: Values | float, degrees: int) -> Values:
    """The probability of more than t."""
    t = np.asarray(t, np.float64)
    half = (1 - between(t, degrees)) / 2
    return np.where(t >= 0, half, 1 - half)


def quantile(probability: float, degrees: int) -> float:
    """The t that has this probability below it, by halving."""
    low, high = -FAR, FAR
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if 1 - above(middle, degrees) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


class Tested(NamedTuple):
    """t and the probability of as much or more, were there no difference."""

    t: Values
    p: Values


def paired(differences: Values) -> Tested:
    """That the mean over the first axis is above 0. Where all topics differ alike, t is infinite; by nothing, p is 1.

    Of fewer than two topics nothing can be said.
    """
    count = len(differences)
    if count < 2:
        nothing = np.full(differences.shape[1:], np.nan)
        return Tested(nothing, nothing)
    mean = differences.mean(axis=0)
    error = differences.std(axis=0, ddof=1) / np.sqrt(count)
    alike = error <= 1e-12 * np.abs(mean) + 1e-300
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(alike, np.where(mean == 0, 0.0, np.copysign(np.inf, mean)), mean / error)
    p = np.where(np.isinf(t), np.where(t > 0, 0.0, 1.0), above(np.where(np.isinf(t), 0.0, t), count - 1))
    return Tested(np.asarray(t), np.where(alike & (mean == 0), 1.0, p))


def unpaired(first: Values, second: Values) -> Tested:
    """That the mean of the first is above that of the second, topics of their own in each (Welch), degrees cut down."""
    parts = [float(np.var(one, ddof=1) / len(one)) if len(one) > 1 else np.nan for one in (first, second)]
    error = np.sqrt(sum(parts))
    if not error > 0:
        nothing = np.array(np.nan)
        return Tested(nothing, nothing)
    t = np.asarray((first.mean() - second.mean()) / error)
    spread = sum(part * part / (len(one) - 1) for part, one in zip(parts, (first, second), strict=True))
    return Tested(t, above(t, max(1, int(sum(parts) ** 2 / spread))))
