"""A linear support vector machine for each class against all others, from products that are worked out once for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.features import WIDTH, summed

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
    products = products_of(bags)
    weights, bias = np.zeros((WIDTH, count)), np.zeros(count)
    for one in range(count):
        share = float((classes == one).mean()) if len(classes) else 0.0
        if 0.0 < share < 1.0:
            own = classes == one
            costs = penalty * np.where(own, 0.5 / share, 0.5 / (1.0 - share))
            shares, bias[one] = machine(products, np.where(own, 1.0, -1.0), costs)
            weights[:, one] = bags.gathered(shares, WIDTH)
    return weights, bias


def products_of(bags: Bags) -> Values:
    """The product of each sample with each. What stands in one sample alone counts for its product with itself."""
    often = np.bincount(bags.places, minlength=WIDTH) > 1
    shared = often[bags.places]
    used, compact = np.unique(bags.places[shared], return_inverse=True)
    samples = np.zeros((bags.size, len(used)), np.float32)
    samples[bags.rows[shared], compact] = bags.values[shared]
    products = (samples @ samples.T).astype(np.float64)
    products[np.diag_indices(bags.size)] = summed(bags.rows, bags.values * bags.values, bags.size)
    return products


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
