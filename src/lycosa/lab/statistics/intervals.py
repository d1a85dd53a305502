"""How sure a mean is: standard error, and the bootstrap's interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.lab.records import Values

ROUNDS = 10_000
AT_ONCE = 2_000_000  # draws held in memory together


def bootstrap(values: Sequence[float] | Values, rng: np.random.Generator, rounds: int = ROUNDS) -> tuple[float, float]:
    """The 95 % percentile interval of the mean."""
    sample = np.asarray(values, np.float64)
    step = max(1, AT_ONCE // len(sample))
    means = [_means(sample, rng, min(step, rounds - done)) for done in range(0, rounds, step)]
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return float(low), float(high)


def _means(sample: Values, rng: np.random.Generator, rounds: int) -> NDArray[np.float64]:
    drawn: NDArray[np.float64] = sample[rng.integers(0, len(sample), (rounds, len(sample)))].mean(axis=1)
    return drawn


def standard_error(values: Values) -> Values:
    """Of the mean over the first axis; NaN of fewer than two."""
    if len(values) < 2:
        return np.full(values.shape[1:], np.nan)
    return np.asarray(values.std(axis=0, ddof=1) / np.sqrt(len(values)))
