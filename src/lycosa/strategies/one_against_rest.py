"""A linear support vector machine for each class against all others, from products that are worked out once for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.features import WIDTH

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from lycosa.strategies.features import Bags
    from lycosa.strategies.records import Values

TURNS = 30  # far fewer are taken


def one_against_rest(bags: Bags, classes: NDArray[Any], count: int, penalty: float = 1.0) -> tuple[Values, Values]:
    """What each place weighs for each class, and each class's bias. A class that nobody shows, or all, weighs nothing.

    Minimises |w|^2/2 + penalty * sum of squared hinge losses, both sides counting alike.
    """
    used, compact = np.unique(bags.places, return_inverse=True)
    samples = np.zeros((bags.size, len(used)), np.float32)
    samples[bags.rows, compact] = bags.values
    products = (samples @ samples.T).astype(np.float64)
    weights, bias = np.zeros((WIDTH, count)), np.zeros(count)
    for one in range(count):
        share = float((classes == one).mean()) if len(classes) else 0.0
        if 0.0 < share < 1.0:
            own = classes == one
            costs = penalty * np.where(own, 0.5 / share, 0.5 / (1.0 - share))
            shares, bias[one] = machine(products, np.where(own, 1.0, -1.0), costs)
            weights[used, one] = samples.T @ shares.astype(np.float32)
    return weights, bias


def machine(products: Values, signs: Values, costs: Values) -> tuple[Values, float]:
    """What each sample weighs, signed, and the bias, by Newton's method (Chapelle 2007).

    Where the samples that lie within the margin are known, the machine is the solution of linear equations; it tells
    anew which samples those are, until they are the same.
    """
    within = np.ones(len(signs), np.bool_)
    shares, bias = np.zeros(len(signs)), 0.0
    for _ in range(TURNS):
        held = np.flatnonzero(within)
        table = np.ones((len(held) + 1, len(held) + 1))
        table[:-1, :-1] = products[np.ix_(held, held)] + np.diag(0.5 / costs[held])
        table[-1, -1] = 0.0
        found = np.linalg.solve(table, np.append(signs[held], 0.0))
        shares, bias = np.zeros(len(signs)), float(found[-1])
        shares[held] = found[:-1]
        before, within = within, signs * (products @ shares + bias) < 1.0
        if (before == within).all() or not within.any():
            break
    return shares, bias
