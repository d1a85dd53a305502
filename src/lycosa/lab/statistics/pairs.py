"""Two strategies on the same topics: permutation test, wins, Holm's correction, and what could have been seen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.lab.statistics.intervals import AT_ONCE, ROUNDS, bootstrap
from lycosa.lab.statistics.student import paired, quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.lab.records import Values

LEVEL, POWER = 0.05, 0.8
SAME = 1e-12  # differences below it are rounding


class Wins(NamedTuple):
    """On how many topics one is better, as good, worse."""

    won: int
    tied: int
    lost: int


class Pair(NamedTuple):
    """What there is to say of one strategy against another, over topics."""

    topics: int
    difference: float  # of the means
    low: float  # 95 % bootstrap interval
    high: float
    t: float
    p_t: float  # one-sided: that it is better
    p: float  # by permutation, one-sided
    p_either: float  # by permutation, that it is better or worse
    wins: Wins
    worst: int  # the topic where it loses most or wins least
    detectable: float  # the smallest difference that would have been seen four times in five


def compared(first: Values, second: Values, number: int = 1) -> Pair:
    """The first against the second, one value per topic each; draws by the seed number."""
    differences = np.where(np.abs(first - second) < SAME, 0.0, first - second)
    rng = np.random.default_rng(number)
    t, p_t = paired(differences)
    p, p_either = permuted(differences, rng)
    low, high = bootstrap(differences, rng)
    return Pair(
        len(differences),
        float(differences.mean()),
        low,
        high,
        float(t),
        float(p_t),
        p,
        p_either,
        wins(differences),
        int(np.argmin(differences)),
        detectable(differences),
    )


def wins(differences: Values) -> Wins:
    """Topics by the sign of their difference."""
    won, lost = int(np.count_nonzero(differences > SAME)), int(np.count_nonzero(differences < -SAME))
    return Wins(won, len(differences) - won - lost, lost)


def permuted(differences: Values, rng: np.random.Generator, rounds: int = ROUNDS) -> tuple[float, float]:
    """One-sided and two-sided p of the mean, under changes of sign: all of them, if no more than `rounds`."""
    count = len(differences)
    rounding = SAME * np.abs(differences).sum()
    seen, far = differences.sum() - rounding, np.abs(differences.sum()) - rounding
    if 2**count <= rounds:
        sums = _signs(count) @ differences
        return float(np.mean(sums >= seen)), float(np.mean(np.abs(sums) >= far))
    above = beyond = 0
    step = max(1, AT_ONCE // count)
    for done in range(0, rounds, step):
        signs = rng.integers(0, 2, (min(step, rounds - done), count)) * 2 - 1
        sums = signs @ differences
        above += int(np.count_nonzero(sums >= seen))
        beyond += int(np.count_nonzero(np.abs(sums) >= far))
    return (above + 1) / (rounds + 1), (beyond + 1) / (rounds + 1)


def _signs(count: int) -> NDArray[np.int64]:
    return (np.arange(2**count)[:, None] >> np.arange(count) & 1) * 2 - 1


def holm(values: Sequence[float]) -> list[float]:
    """The p-values corrected for being read together; those that cannot be said are left so, and not counted."""
    told = sorted((p, place) for place, p in enumerate(values) if not math.isnan(p))
    corrected = list(values)
    most = 0.0
    for rank, (p, place) in enumerate(told):
        most = max(most, min(1.0, p * (len(told) - rank)))
        corrected[place] = most
    return corrected


def detectable(differences: Values, level: float = LEVEL, power: float = POWER) -> float:
    """The smallest mean difference that a two-sided paired t-test on so many topics sees with this power."""
    count = len(differences)
    if count < 2:
        return math.nan
    quantiles = quantile(1 - level / 2, count - 1) + quantile(power, count - 1)
    return float(quantiles * np.std(differences, ddof=1) / math.sqrt(count))
