"""A regression tree in numpy: splits that lessen the squared error most, best first."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Values

    Samples = NDArray[Any]  # a row each

LEAST_GAIN = 1e-9


class Tree(NamedTuple):
    """Nodes as columns: rows with `feature` at `threshold` at most go left. A leaf has no feature, but -1."""

    feature: NDArray[np.int64]
    threshold: Values
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    lane: NDArray[np.int64]  # of leaves: their place by what they are worth, the worst 0

    def lanes(self, samples: Samples) -> NDArray[np.int64]:
        """The lane of each row."""
        node = np.zeros(len(samples), np.int64)
        rows = np.arange(len(samples))
        while (inner := self.feature[node] >= 0).any():
            low = samples[rows, self.feature[node]] <= self.threshold[node]
            node = np.where(inner, np.where(low, self.left[node], self.right[node]), node)
        return self.lane[node]


def grown(samples: Samples, worth: Values, *, leaves: int, depth: int, least: int, explore: float) -> Tree:
    """A tree of so many leaves at most, none of fewer samples than `least` and none deeper.

    A leaf is worth the mean of its samples and explore/sqrt(their number).
    """
    nodes: list[list[float]] = [[-1, 0.0, 0, 0]]
    members = {0: np.arange(len(samples))}
    deep = {0: 0}
    waiting: list[tuple[float, int, int, float]] = []

    def look(node: int) -> None:
        found = split(samples[members[node]], worth[members[node]], least) if deep[node] < depth else None
        if found:
            heapq.heappush(waiting, (-found[0], node, *found[1:]))

    look(0)
    while waiting and len(members) < leaves:
        _, node, feature, threshold = heapq.heappop(waiting)
        inside = members.pop(node)
        low = samples[inside, feature] <= threshold
        nodes[node] = [feature, threshold, len(nodes), len(nodes) + 1]
        for part in (inside[low], inside[~low]):
            members[len(nodes)], deep[len(nodes)] = part, deep[node] + 1
            nodes.append([-1, 0.0, 0, 0])
        look(len(nodes) - 2)
        look(len(nodes) - 1)
    value = {node: worth[part].mean() + explore / np.sqrt(len(part)) for node, part in members.items()}
    lane = np.zeros(len(nodes), np.int64)
    lane[sorted(value, key=lambda node: (value[node], node))] = np.arange(len(value))
    columns = np.array(nodes)
    whole = columns[:, [0, 2, 3]].astype(np.int64)
    return Tree(whole[:, 0].copy(), columns[:, 1].copy(), whole[:, 1].copy(), whole[:, 2].copy(), lane)


def split(samples: Samples, worth: Values, least: int) -> tuple[float, int, float] | None:
    """The best split: what it takes off the squared error, the feature and the threshold."""
    n = len(worth)
    if n < 2 * least:
        return None
    order = np.argsort(samples, axis=0, kind="stable")
    ordered = np.take_along_axis(samples, order, axis=0)
    low = np.cumsum(worth[order], axis=0)[least - 1 : n - least]
    count = np.arange(least, n - least + 1)[:, None]
    total = worth.sum()
    gain = low**2 / count + (total - low) ** 2 / (n - count) - total**2 / n
    here, there = ordered[least - 1 : n - least], ordered[least : n - least + 1]
    gain[here == there] = -np.inf
    best = int(np.argmax(gain))
    row, feature = divmod(best, samples.shape[1])
    if not gain[row, feature] > LEAST_GAIN:
        return None
    return float(gain[row, feature]), feature, (float(here[row, feature]) + float(there[row, feature])) / 2
