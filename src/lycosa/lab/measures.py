"""How good a crawl was: curves over fetches, failed ones included, and the areas under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray


def hits(keys: Sequence[int], wanted: Collection[int], budget: int) -> NDArray[np.int64]:
    """How many wanted pages were caught after 1, 2, ... budget fetches; a crawl that ended early stays where it was."""
    caught = np.zeros(budget, np.int64)
    seen: set[int] = set()
    for place, key in enumerate(keys[:budget]):
        if key in wanted and key not in seen:
            seen.add(key)
            caught[place] = 1
    return np.cumsum(caught)


def target_recall(keys: Sequence[int], targets: Collection[int], budget: int) -> float:
    """The mean, over all fetches of the budget, of the share of targets caught so far."""
    return float(np.mean(hits(keys, targets, budget)) / len(targets)) if targets else 0.0


def harvest_rate(keys: Sequence[int], relevant: Collection[int], budget: int) -> float:
    """The mean, over all fetches of the budget, of relevant pages per fetch so far."""
    return float(np.mean(hits(keys, relevant, budget) / np.arange(1, budget + 1)))


def bootstrap(values: Sequence[float], rng: np.random.Generator, rounds: int = 10_000) -> tuple[float, float]:
    """The 95 % percentile interval of the mean."""
    sample = np.asarray(values)
    means = sample[rng.integers(0, len(sample), (rounds, len(sample)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)
