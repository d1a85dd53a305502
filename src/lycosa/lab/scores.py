"""How scores are spread (García Dorado 2008, chapter 9): the density in 80 bins, its valleys, a box's five numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.lab.catch import catch, pages_of

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run, Values
    from lycosa.pages.records import Positions

BINS = 80
SMOOTH = 2  # bins to each side that a bin is averaged with before valleys are looked for
DEPTH = 0.1  # of the lower of its two shores, that a valley lies below it at least
NOTABLE = 0.02  # of the highest point, the same: at the ends a bin more or less is chance


class Density(NamedTuple):
    """A histogram of area 1: its bins' middles and heights."""

    at: Values
    heights: Values


class Box(NamedTuple):
    """The five numbers of a box plot."""

    least: float
    low: float
    median: float
    high: float
    most: float


# Score to the column of the ground that it stands in; the guide's own stand in the run.
COLUMNS: dict[str, tuple[str, ...]] = {
    "guide": (),
    "guide_margin": (),
    "cosine": ("cosine",),
    "second_cosine": ("second_cosine",),
    "nyu_cosine": ("nyu_cosine",),
}
OWN = {"guide": "score", "guide_margin": "margin"}


def score_of(run: Run, ground: Ground, score: str, places: Positions) -> Values:
    """The score of each page at these places of the run; NaN where it has none."""
    values = run.fetches[OWN[score]][places] if score in OWN else ground.columns[score][pages_of(run, places)]
    told: Values = values.astype(np.float64)
    return told


def scores(run: Run, ground: Ground, score: str) -> Values:
    """The scores of the catch, in order."""
    values = score_of(run, ground, score, catch(run, ground))
    told: Values = values[np.isfinite(values)]
    return told


def density(values: Values, bins: int = BINS, span: tuple[float, float] | None = None) -> Density:
    """The density of the scores between the two ends of the span, or between the least and the most."""
    if not len(values):
        return Density(np.zeros(0), np.zeros(0))
    heights, edges = np.histogram(values, bins, span or _span(values), density=True)
    return Density((edges[:-1] + edges[1:]) / 2, np.nan_to_num(heights))


def _span(values: Values) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def valleys(found: Density) -> list[float]:
    """Where the smoothed density has its relative minima: what may serve as thresholds, the lowest score first.

    A dip is a valley where it lies a tenth below the lower of the highest points on either side, up to where it is
    deeper.
    """
    if not len(found.heights):
        return []
    heights = smooth(found.heights)
    return [float(found.at[place]) for place in _dips(heights) if _is_valley(heights, place)]


def smooth(heights: Values) -> Values:
    """Each bin as the mean of itself and its neighbours."""
    if len(heights) <= 2 * SMOOTH:
        return heights
    width = 2 * SMOOTH + 1
    return np.convolve(np.pad(heights, SMOOTH, mode="edge"), np.full(width, 1 / width), mode="valid")


def _dips(heights: Values) -> list[int]:
    """The middles of the stretches of equal height that are lower than what is beside them."""
    changed = np.flatnonzero(np.diff(heights) != 0)
    starts, ends = np.concatenate([[0], changed + 1]), np.concatenate([changed, [len(heights) - 1]])
    levels = heights[starts]
    inner = np.arange(1, len(levels) - 1)
    lower = inner[(levels[inner] < levels[inner - 1]) & (levels[inner] < levels[inner + 1])]
    middles: list[int] = ((starts[lower] + ends[lower]) // 2).tolist()
    return middles


def _is_valley(heights: Values, place: int) -> bool:
    deeper = np.flatnonzero(heights < heights[place])
    left = deeper[deeper < place]
    right = deeper[deeper > place]
    before = heights[left[-1] if len(left) else 0 : place + 1]
    after = heights[place : right[0] + 1 if len(right) else len(heights)]
    shore = min(before.max(), after.max())
    return bool(shore - heights[place] >= max(DEPTH * shore, NOTABLE * heights.max()))


def box(values: Values) -> Box | None:
    """Least, quartiles, most; none of no values."""
    return Box(*map(float, np.quantile(values, [0, 0.25, 0.5, 0.75, 1]))) if len(values) else None
