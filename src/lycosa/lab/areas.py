"""Areas under curves over fetches, failed ones included, of a list of keys: what a single replay tells of itself."""

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
