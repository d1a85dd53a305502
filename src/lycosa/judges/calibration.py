"""Margins made probabilities: a logistic curve fitted to margins of examples that were held out (Platt 1999)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.judges.base import Values

STEPS = 50  # of Newton's method; far fewer are taken
GENTLEST, STEEPEST = 0.2, 20.0  # slopes, in units of one over the spread of the margins
BELOW = 25.0  # per cent
FEW = 0.25  # how far from unrelated texts to the only example the boundary lies: others will be less like it
STEEP = 3.0  # slope there


class Logistic(NamedTuple):
    """1/(1 + exp(slope (boundary - margin))): 0.5 exactly at the boundary, and never falling."""

    boundary: float
    slope: float

    def __call__(self, margins: Values) -> Values:
        """Margins to scores."""
        with np.errstate(over="ignore"):
            scores: Values = 1.0 / (1.0 + np.exp(self.slope * (self.boundary - margins)))
        return scores


def fitted(margins: Values, relevant: NDArray[np.bool_], *, made_up: bool = False) -> Logistic:
    """The likeliest curve, both classes counting alike: the shares among examples are the user's, not the web's.

    As Platt does, a class of n examples aims at (n + 1)/(n + 2), so that a clean cut gives no certainty. Made-up texts
    are farther off than real ones, so the boundary is at least where a quarter of the relevant ones lie below it.
    """
    curve = _likeliest(margins, relevant)
    if not made_up:
        return curve
    return curve._replace(boundary=max(curve.boundary, float(np.percentile(margins[relevant], BELOW))))


def _likeliest(margins: Values, relevant: NDArray[np.bool_]) -> Logistic:
    spread = float(np.std(margins)) or 1.0
    middle = float(np.mean(margins))
    x = (margins - middle) / spread
    sizes = np.where(relevant, relevant.sum(), (~relevant).sum()).astype(np.float64)
    aims = np.where(relevant, (sizes + 1) / (sizes + 2), 1 / (sizes + 2))
    slope, shift = _newton(x, aims, 1 / sizes)
    slope = min(max(slope, GENTLEST), STEEPEST)
    if not GENTLEST < slope < STEEPEST:
        shift = _newton_shift(slope * x, aims, 1 / sizes)
    return Logistic(middle - spread * shift / slope, slope / spread)


def of_few(relevant: float, unrelated: float) -> Logistic:
    """The curve where no example can be spared: between the margins of the two classes, nearer the unrelated."""
    distance = abs(relevant - unrelated) or 1.0
    return Logistic(unrelated + FEW * distance, STEEP / distance)


def _newton(x: Values, aims: Values, weights: Values) -> tuple[float, float]:
    """The slope and shift that make the weighted log-likelihood largest, with damped steps."""
    slope, shift = 1.0, 0.0
    for _ in range(STEPS):
        guess = 1 / (1 + np.exp(-(slope * x + shift)))
        miss, bend = weights * (aims - guess), weights * guess * (1 - guess) + 1e-12
        first, second = float(np.sum(miss * x)), float(np.sum(miss))
        a, b, c = float(np.sum(bend * x * x)) + 1e-9, float(np.sum(bend * x)), float(np.sum(bend))
        size = a * c - b * b
        if size <= 0:
            break
        steps = (c * first - b * second) / size, (a * second - b * first) / size
        damping = max(1.0, math.hypot(*steps))
        slope, shift = slope + steps[0] / damping, shift + steps[1] / damping
        if math.hypot(*steps) < 1e-10:
            break
    return slope, shift


def _newton_shift(x: Values, aims: Values, weights: Values) -> float:
    """The likeliest shift of a curve whose slope is given."""
    shift = 0.0
    for _ in range(STEPS):
        guess = 1 / (1 + np.exp(-(x + shift)))
        step = float(np.sum(weights * (aims - guess)) / (np.sum(weights * guess * (1 - guess)) + 1e-12))
        shift += min(max(step, -1.0), 1.0)
        if abs(step) < 1e-10:
            break
    return shift
